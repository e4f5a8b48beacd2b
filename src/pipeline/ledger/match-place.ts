import { parseArtifactRef } from "../../model/artifact-ref.ts";
import type { Exhibit } from "../../model/bundle-response.ts";
import { splitReference } from "../../model/citation-text.ts";

/** What of an exhibit a cited place is compared with. */
export type PlacedExhibit = Pick<Exhibit, "artifact" | "citation" | "label">;

/**
 * Returns the labels of the exhibits that a cited place is in: those that share a line with it, or all of an artifact that is
 * cited without lines. Empty when the bundle holds nothing there, also when the version is another one; `"malformed"` when the place
 * cannot be one. A path may be given from any folder above it, where only one artifact of the bundle ends so.
 */
export function matchPlace(
  reference: string,
  exhibits: readonly PlacedExhibit[],
): readonly string[] | "malformed" {
  const split = splitReference(reference);
  if (split === "malformed") return "malformed";
  const { lines, version } = split;
  return ofArtifact(split.path, exhibits)
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
  const ending = exhibits.filter((exhibit) => {
    const own = partsOf(pathOf(exhibit));
    return endsWith(own, asked) || endsWith(asked, own);
  });
  // `README.md:3` of a bundle with two of them names neither.
  const isOne = new Set(ending.map(({ artifact }) => artifact)).size === 1;
  return isOne ? ending : [];
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
