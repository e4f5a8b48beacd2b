import type { Weighed } from "./evidence.ts";

/**
 * Returns the candidates that the task names exactly, in rank order. A heading or an identifier names a text; a path or a title
 * names an artifact, of which only the part with the strongest evidence is taken for named, or else a file of many parts would
 * fill every bundle that mentions it.
 */
export function namedExactly(weighed: readonly Weighed[]): readonly Weighed[] {
  const best = new Map<string, Weighed>();
  for (const each of weighed) {
    const { artifact } = each.candidate;
    const known = best.get(artifact);
    if (isArtifactNamed(each) && (known === undefined || each.margin > known.margin)) {
      best.set(artifact, each);
    }
  }
  return weighed.filter((each) =>
    isArtifactNamed(each)
      ? best.get(each.candidate.artifact) === each
      : each.candidate.exactMatch !== "none",
  );
}

function isArtifactNamed({ candidate: { exactMatch } }: Weighed): boolean {
  return exactMatch === "path" || exactMatch === "title";
}
