import type { ArtifactRef } from "../../model/artifact.ts";
import { artifactRef, parseArtifactRef } from "../../model/artifact-ref.ts";

/** What somebody pointed at. Lines are 1-based and inclusive; without them the whole artifact is meant. */
export interface Reference {
  readonly artifact: ArtifactRef;
  readonly source: string;
  readonly path: string;
  /** Hex prefix of the version, at least 8 digits, or `"current"`. */
  readonly version: string | "current";
  readonly lines: { readonly startLine: number; readonly endLine: number } | "all";
}

const CITATION = /^(artifact:\/\/[^@#\s]+)(?:@([0-9a-f]{8,64}))?(?:#L(\d+)(?:-L?(\d+))?)?$/;
const PATH_LINES = /^(.+?):(\d+)(?:-(\d+))?$/s;

/**
 * Reads `artifact://source/path[@version][#L3-L9]`, `path`, `path:3` or `path:3-9`; anything else is `"malformed"`.
 * `toArtifact` says which source and path a plain path belongs to.
 */
export function parseReference(
  text: string,
  toArtifact: (path: string) => { readonly source: string; readonly path: string },
): Reference | "malformed" {
  return text.startsWith("artifact://") ? parseCitation(text) : parsePath(text, toArtifact);
}

function parseCitation(text: string): Reference | "malformed" {
  const match = CITATION.exec(text);
  if (match === null) return "malformed";
  const place = parseArtifactRef(match[1] ?? "");
  const lines = parseLines(match[3], match[4]);
  if (place === "malformed" || lines === "malformed") return "malformed";
  return {
    artifact: artifactRef(place.source, place.path),
    source: place.source,
    path: place.path,
    version: match[2] ?? "current",
    lines,
  };
}

function parsePath(
  text: string,
  toArtifact: (path: string) => { readonly source: string; readonly path: string },
): Reference | "malformed" {
  if (text === "" || text.includes("\0")) return "malformed";
  const match = PATH_LINES.exec(text);
  const lines = match === null ? "all" : parseLines(match[2], match[3]);
  if (lines === "malformed") return "malformed";
  const place = toArtifact(match?.[1] ?? text);
  return { artifact: artifactRef(place.source, place.path), ...place, version: "current", lines };
}

function parseLines(
  start: string | undefined,
  end: string | undefined,
): Reference["lines"] | "malformed" {
  if (start === undefined) return "all";
  const startLine = Number(start);
  const endLine = end === undefined ? startLine : Number(end);
  if (startLine < 1 || endLine < startLine || !Number.isSafeInteger(endLine)) return "malformed";
  return { startLine, endLine };
}
