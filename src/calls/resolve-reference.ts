import { citationMalformed, versionUnknown } from "../errors.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Gap } from "../model/gap.ts";
import { parseReference, type Reference } from "../pipeline/cite/parse-reference.ts";
import { explainAbsence } from "./explain-absence.ts";
import type { CallParts, Session } from "./session.ts";

/** A reference with the artifact version it means. */
export interface Resolved {
  readonly reference: Reference;
  readonly artifact: Artifact;
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
  const artifact =
    reference.version === "current"
      ? (await session.store.artifacts([reference.artifact]))[0]
      : await findVersion(session, reference);
  if (artifact !== undefined) return { reference, artifact };
  if (reference.version !== "current") throw versionUnknown(reference.version);
  throw await explainAbsence(parts, session, { text, reference, gaps });
}

/** The stored artifact with the reference's version, or undefined. */
export async function findVersion(
  session: Session,
  reference: Reference,
): Promise<Artifact | undefined> {
  const versions = await session.store.findVersions(reference.version);
  return versions.find((artifact) => artifact.ref === reference.artifact);
}
