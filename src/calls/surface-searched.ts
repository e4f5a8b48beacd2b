import type { GeneratorName } from "../model/candidate.ts";
import type { RankedCandidate } from "../pipeline/search/fuse-candidates.ts";
import { rankStore } from "../pipeline/search/fuse-candidates.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import { locateCandidates } from "./cite-candidates.ts";
import type { FoundEverywhere, SearchedStore } from "./find-everywhere.ts";
import type { Surfacing } from "./make-candidate.ts";
import type { CallParts } from "./session.ts";

/** So many candidates of each store make a pool. How far one stands out is measured among them, so the number is frozen. */
export const POOL_DEPTH = 20;

/** What a search of each store is called as a generator. */
export const SEARCH_OF: Readonly<Record<SearchedStore, GeneratorName>> = {
  content: "lexical_search",
  sessions: "lexical_search",
  memory: "memory_recall",
  captures: "tool_search",
};

/**
 * Surfaces what each store found by itself, in its own order and with its own scores: fused ones compare nothing. A score is
 * that of stage one, before any reordering.
 */
export async function surfaceSearched(
  parts: CallParts,
  everywhere: FoundEverywhere,
  scope: EntryScope,
): Promise<readonly Surfacing[]> {
  const ranked = rankedByStore(everywhere);
  const candidates = ranked.flatMap(({ store, candidates: own }) =>
    own.map(({ candidate }, index) => ({ store, candidate, rank: index + 1 })),
  );
  const located = await locateCandidates(parts, { ...everywhere, candidates }, scope);
  return candidates.map(({ store, candidate, rank }): Surfacing => {
    const { artifact: ref, position, stageOneScore, version } = candidate;
    const place = located.get(ref);
    return {
      generator: SEARCH_OF[store],
      source: place?.artifact.source ?? (store === "content" ? "files" : store),
      offered: "section",
      rank,
      score: stageOneScore,
      ref,
      version,
      part: { kind: "passage", position },
      located: place ?? "not in this generation",
    };
  });
}

function rankedByStore({ found, stores }: FoundEverywhere): readonly {
  readonly store: SearchedStore;
  readonly candidates: readonly RankedCandidate[];
}[] {
  return [
    { store: "content" as const, candidates: found === "none" ? [] : rankStore(found.answer) },
    ...stores.map((answer) => ({
      store: answer.standing.name,
      candidates: answer.found === "none" ? [] : answer.found.ranked,
    })),
  ].map(({ store, candidates }) => ({ store, candidates: candidates.slice(0, POOL_DEPTH) }));
}
