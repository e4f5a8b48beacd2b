import { citationMalformed, versionUnknown } from "../errors.ts";
import { entryUnknown } from "../errors-of-entries.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Gap } from "../model/gap.ts";
import { parseReference, type Reference } from "../pipeline/cite/parse-reference.ts";
import type { CitableTexts } from "./citable-texts.ts";
import { isStoreName } from "./entry-artifact.ts";
import { explainAbsence } from "./explain-absence.ts";
import type { CallParts, Session } from "./session.ts";

/** A reference with the artifact version it means, and where that is read back from. */
export interface Resolved {
  readonly reference: Reference;
  readonly artifact: Artifact;
  readonly texts: CitableTexts;
}

/** Reads a reference; refuses text that is none. */
export function readReference(parts: CallParts, text: string): Reference {
  const reference = typeof text === "string" ? parseReference(text, parts.toArtifact) : "malformed";
  if (reference === "malformed") throw citationMalformed(String(text));
  return reference;
}

/**
 * Finds the artifact version a reference means. A pinned version is never silently replaced by the current one
 * (REF-22); an unknown one is refused by name. `gaps` are the standing ones, which may say why there is nothing.
 */
export async function resolveReference(
  parts: CallParts,
  session: Session,
  asked: { readonly text: string; readonly gaps: readonly Gap[] },
): Promise<Resolved> {
  const { text, gaps } = asked;
  const reference = readReference(parts, text);
  const texts = await textsOf(parts, session, reference.source);
  const artifact = await findArtifact(texts, reference);
  if (artifact !== undefined) return { reference, artifact, texts };
  if (isStoreName(reference.source)) throw entryUnknown(text);
  if (reference.version !== "current") throw versionUnknown(reference.version);
  throw await explainAbsence(parts, session, { text, reference, gaps });
}

/**
 * Returns where texts of a source are read back from. Who names an entry by its reference has asked for it by name, so one in
 * quarantine is shown too. Refuses when the store cannot be read.
 */
export async function textsOf(
  parts: CallParts,
  session: Session,
  source: string,
): Promise<CitableTexts> {
  if (!isStoreName(source)) return session.store;
  const { status } = await parts.entries.read(source);
  if (status === "empty") return NO_TEXTS;
  const { createEntryTexts } = await import("./entry-texts.ts");
  return createEntryTexts(parts, source, { scope: { quarantined: "shown" } });
}

/** A store in which nothing was ever kept. */
const NO_TEXTS: CitableTexts = {
  artifacts: () => Promise.resolve([]),
  findVersions: () => Promise.resolve([]),
  passage: () => Promise.resolve("missing"),
  passages: () => Promise.resolve("missing"),
  readRange: () => Promise.resolve("missing"),
  readText: () => Promise.resolve("missing"),
};

/** The artifact version a reference means, or undefined. */
export async function findArtifact(
  texts: CitableTexts,
  { artifact: ref, source, version }: Reference,
): Promise<Artifact | undefined> {
  if (version === "current") return (await texts.artifacts([ref]))[0];
  // An entry has one version; one text is that of many entries.
  if (isStoreName(source)) {
    return (await texts.artifacts([ref])).find((artifact) => artifact.version.startsWith(version));
  }
  return (await texts.findVersions(version)).find((artifact) => artifact.ref === ref);
}
