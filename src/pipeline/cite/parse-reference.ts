import type { ArtifactRef } from "../../model/artifact.ts";
import { artifactRef, parseArtifactRef } from "../../model/artifact-ref.ts";
import { splitReference } from "../../model/citation-text.ts";

/** What somebody pointed at. Lines are 1-based and inclusive; without them the whole artifact is meant. */
export interface Reference {
  readonly artifact: ArtifactRef;
  readonly source: string;
  readonly path: string;
  /** Hex prefix of the version, at least 8 digits, or `"current"`. */
  readonly version: string | "current";
  readonly lines: { readonly startLine: number; readonly endLine: number } | "all";
}

const CITATION =
  /^(artifact:\/\/[^@#\s]+)(?:@[0-9a-f]{8,64})?(?:#L\d+(?:-L?\d+)?(?: ?@[0-9a-f]{8,64})?)?$/;

/**
 * Reads `artifact://source/path[@version][#L3-L9]`, or a plain path with lines (`path:3-9`, `path#L3-L9`) and a version
 * (`path:3-9@version`, `path@version`); anything else is `"malformed"`. A file whose own name ends like lines or a version
 * is reached as `artifact://…`. `toArtifact` says which source and path a plain path belongs to.
 */
export function parseReference(
  text: string,
  toArtifact: (path: string) => { readonly source: string; readonly path: string },
): Reference | "malformed" {
  if (text === "" || text.includes("\0")) return "malformed";
  const isFull = text.startsWith("artifact://");
  if (isFull && !CITATION.test(text)) return "malformed";
  const split = splitReference(text);
  if (split === "malformed") return "malformed";
  const { path, version, lines } = split;
  const place = isFull ? parseArtifactRef(path) : toArtifact(path);
  if (place === "malformed") return "malformed";
  return { artifact: artifactRef(place.source, place.path), ...place, version, lines };
}
