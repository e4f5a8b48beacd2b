import { parseArtifactRef } from "../../model/artifact-ref.ts";
import type { Exhibit } from "../../model/bundle-response.ts";
import { splitReference } from "../../model/citation-text.ts";

/** What of an exhibit a cited place is compared with. */
export type PlacedExhibit = Pick<Exhibit, "artifact" | "citation" | "label">;

/**
 * Returns the labels of the exhibits that a cited place is in: those that share a line with it, or all of an artifact that is
 * cited without lines. Empty when the bundle holds nothing there, also when the version is another one. A path may be shortened
 * from its front; `"unclear"` where several artifacts of the bundle end so, and when it is no place at all.
 */
export function matchPlace(
  reference: string,
  exhibits: readonly PlacedExhibit[],
): readonly string[] | "unclear" {
  const split = splitReference(reference);
  if (split === "malformed") return "unclear";
  const { lines, version } = split;
  const found = ofArtifact(split.path, exhibits);
  // `README.md:3` of a bundle with two of them names neither.
  if (new Set(found.map(({ artifact }) => artifact)).size > 1) return "unclear";
  return found
    .filter(({ citation }) => version === "current" || isSameVersion(version, citation.version))
    .filter(
      ({ citation }) =>
        lines === "all" ||
        (citation.startLine <= lines.endLine && lines.startLine <= citation.endLine),
    )
    .map(({ label }) => label);
}

/** A citation shows the first 16 digits of a version; a reference may have more or fewer. */
function isSameVersion(left: string, right: string): boolean {
  return left.startsWith(right) || right.startsWith(left);
}

function ofArtifact(path: string, exhibits: readonly PlacedExhibit[]): readonly PlacedExhibit[] {
  const exact = exhibits.filter(
    ({ artifact, citation }) => artifact === path || citation.path === path,
  );
  if (exact.length > 0 || path.startsWith("artifact://")) return exact;
  const asked = partsOf(path);
  return exhibits.filter((exhibit) => {
    const own = partsOf(pathOf(exhibit));
    return endsWith(own, asked) || endsWith(asked, own);
  });
}

function pathOf({ artifact, citation }: PlacedExhibit): string {
  const parsed = parseArtifactRef(artifact);
  return parsed === "malformed" ? citation.path : parsed.path;
}

function partsOf(path: string): readonly string[] {
  return path.split(/[/\\]/).filter((part) => part !== "" && part !== "." && part !== "..");
}

function endsWith(parts: readonly string[], ending: readonly string[]): boolean {
  const from = parts.length - ending.length;
  return ending.length > 0 && from >= 0 && ending.every((part, at) => parts[from + at] === part);
}
