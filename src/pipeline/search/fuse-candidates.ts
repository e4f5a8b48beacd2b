import type { IndexAnswer, IndexCandidate } from "../../ports/passage-index.ts";

/** One store's candidates as its own index ranked them. */
export interface RankedStore<Name extends string> {
  readonly store: Name;
  readonly candidates: readonly RankedCandidate[];
}

/** A candidate with its score's share of the highest that its question could reach in its store. */
export interface RankedCandidate {
  readonly candidate: IndexCandidate;
  /** From 0 to 1; what orders an answer of several stores. `candidate.score` stays the store's own. */
  readonly share: number;
}

/** A candidate among those of all stores. */
export interface FusedCandidate<Name extends string> extends RankedCandidate {
  readonly store: Name;
}

/** Says what share of its index's ceiling each candidate reached, in the order the index gave. */
export function rankStore({
  candidates,
  ceiling,
}: Pick<IndexAnswer, "candidates" | "ceiling">): readonly RankedCandidate[] {
  return candidates.map((candidate) => ({
    candidate,
    share: ceiling > 0 ? Math.min(1, candidate.score / ceiling) : 0,
  }));
}

/**
 * Merges the candidates of several stores by share, best first; ties by the order of the stores, then as each store ordered
 * its own, which is by artifact and position. A store never changes another one's numbers or order: leaving one out leaves
 * the rest as it was (STO-09).
 */
export function fuseCandidates<Name extends string>(
  stores: readonly RankedStore<Name>[],
): readonly FusedCandidate<Name>[] {
  const all = stores.flatMap(({ store, candidates }) =>
    candidates.map((ranked): FusedCandidate<Name> => ({ ...ranked, store })),
  );
  // A stable sort: what is equal stays as it was put together.
  return all.sort((left, right) => right.share - left.share);
}

/**
 * Moves a candidate that was replaced behind what replaced it, if both are there: it is history, not the answer. It keeps
 * its score, and its share falls to that of its replacement, so that the order holds among the candidates of other stores
 * too. `replacementOf` names the artifact that replaced another one, whether it is a candidate or not.
 */
export function demoteReplaced(
  ranked: readonly RankedCandidate[],
  replacementOf: (artifact: string) => string | "none",
): readonly RankedCandidate[] {
  // The last of each artifact: what follows it follows all of its passages.
  const last = new Map(ranked.map(({ candidate, share }) => [candidate.artifact as string, share]));
  const placed = ranked.map((entry) => {
    const above = replacementsOf(entry.candidate.artifact, replacementOf).flatMap(
      (artifact) => last.get(artifact) ?? [],
    );
    return { entry: { ...entry, share: Math.min(entry.share, ...above) }, depth: above.length };
  });
  placed.sort((left, right) => right.entry.share - left.entry.share || left.depth - right.depth);
  return placed.map(({ entry }) => entry);
}

/** What replaced an artifact, what replaced that, and so on; a circle ends where it began. */
function replacementsOf(
  artifact: string,
  replacementOf: (artifact: string) => string | "none",
): readonly string[] {
  const seen = new Set([artifact]);
  for (let at = replacementOf(artifact); at !== "none" && !seen.has(at); at = replacementOf(at)) {
    seen.add(at);
  }
  return [...seen].slice(1);
}
