import { artifactUnknown, citationMalformed, pathRefused, versionUnknown } from "../errors.ts";
import type { Artifact } from "../model/artifact.ts";
import { parseReference, type Reference } from "../pipeline/cite/parse-reference.ts";
import type { CallParts, Session } from "./session.ts";

/** A reference with the artifact version it means. */
export interface Resolved {
  readonly reference: Reference;
  readonly artifact: Artifact;
}

/** Reads a reference; refuses text that is none. */
export function readReference(parts: CallParts, text: string): Reference {
  const reference = parseReference(text, parts.toArtifact);
  if (reference === "malformed") throw citationMalformed(text);
  return reference;
}

/**
 * Finds the artifact version a reference means. A pinned version is never silently replaced by the current one
 * (REF-22); an unknown one is refused by name.
 */
export async function resolveReference(
  parts: CallParts,
  session: Session,
  text: string,
): Promise<Resolved> {
  const reference = readReference(parts, text);
  const artifact =
    reference.version === "current"
      ? (await session.store.artifacts([reference.artifact]))[0]
      : await findVersion(session, reference);
  if (artifact !== undefined) return { reference, artifact };
  if (reference.version !== "current") throw versionUnknown(reference.version);
  const reader = parts.readerOf(reference.source);
  const now = reader === "none" ? undefined : await reader.readCurrent(reference.path);
  if (now?.status === "refused") throw pathRefused(reference.path, now.reason);
  throw artifactUnknown(text);
}

/** The stored artifact with the reference's version, or undefined. */
export async function findVersion(
  session: Session,
  reference: Reference,
): Promise<Artifact | undefined> {
  const versions = await session.store.findVersions(reference.version);
  return versions.find((artifact) => artifact.ref === reference.artifact);
}
