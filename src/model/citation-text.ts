import type { ArtifactRef } from "./artifact.ts";
import type { Citation } from "./citation.ts";

/** A reference in two parts: the path, or `artifact://source/path`, and which version and lines of it are meant. */
export interface SplitReference {
  readonly path: string;
  /** Hex prefix of the version, 8 to 64 digits, or `"current"`. */
  readonly version: string | "current";
  /** As written; `"all"` when none are named. */
  readonly lines: { readonly startLine: number; readonly endLine: number } | "all";
}

const LINES_THEN_VERSION =
  /^(.+?)(?::(\d+)(?:-(\d+))?|#L(\d+)(?:-L?(\d+))?)(?: ?@([0-9a-f]{8,64}))?$/s;
const VERSION_LAST = /^(.+?) ?@([0-9a-f]{8,64})$/s;
/** What is left of a version that is too short, or not hexadecimal. */
const BROKEN_VERSION = /(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?) ?@[^/]*$/;

/**
 * Splits `path`, `path:3-9` or `path#L3-L9`, each with or without `@version` before or behind the lines, also behind a
 * space, as answers print it. `"malformed"` when the lines are impossible or what stands behind `@` is no version.
 */
export function splitReference(text: string): SplitReference | "malformed" {
  const placed = LINES_THEN_VERSION.exec(text);
  if (placed !== null) {
    const [, path = "", start, end, hashStart, hashEnd, version] = placed;
    const lines = parseLines(start ?? hashStart, end ?? hashEnd);
    if (lines === "malformed") return "malformed";
    return version === undefined ? { ...splitVersion(path), lines } : { path, version, lines };
  }
  if (BROKEN_VERSION.test(text)) return "malformed";
  return { ...splitVersion(text), lines: "all" };
}

/**
 * Writes the citation of a hit, or of anything that has an artifact and a citation, the way `verify` and `open` read it:
 * `artifact://files/docs/a.md@0123456789abcdef#L3-L9`.
 */
export function citationOf(cited: {
  readonly artifact: ArtifactRef;
  readonly citation: Pick<Citation, "endLine" | "startLine" | "version">;
}): string {
  const { startLine, endLine, version } = cited.citation;
  return `${cited.artifact}@${version}#L${startLine}-L${endLine}`;
}

/**
 * Writes a place the way people read it: `docs/a.md:3-9`, or `docs/a.md:3` for one line; `artifact://sessions/…#L3-L9` for
 * what has no path in the workspace.
 */
export function placeOf(cited: Pick<Citation, "endLine" | "path" | "startLine">): string {
  const { path, startLine, endLine } = cited;
  if (path.startsWith("artifact://")) return `${path}#L${startLine}-L${endLine}`;
  return endLine > startLine ? `${path}:${startLine}-${endLine}` : `${path}:${startLine}`;
}

function splitVersion(text: string): Pick<SplitReference, "path" | "version"> {
  const [, path = text, version = "current"] = VERSION_LAST.exec(text) ?? [];
  return { path, version };
}

function parseLines(
  start: string | undefined,
  end: string | undefined,
): SplitReference["lines"] | "malformed" {
  const startLine = Number(start);
  const endLine = Number(end ?? start);
  if (startLine < 1 || endLine < startLine || !Number.isSafeInteger(endLine)) return "malformed";
  return { startLine, endLine };
}
