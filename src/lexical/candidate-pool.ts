import { type IndexQuery, MAX_CANDIDATES } from "../ports/passage-index.ts";
import type { CountedSegment } from "./count-passages.ts";
import { compareLocations, locatePassages, type PassageLocation } from "./locate-passages.ts";
import { maskPassages } from "./passage-mask.ts";
import { createPassageSet } from "./passage-set.ts";
import { addHolding, type Postings } from "./postings.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { QueryTerms } from "./query-terms.ts";
import type { SearchedSegment } from "./searched-segment.ts";
import { rankStageOne, type WeightedPostings } from "./stage-one.ts";
import type { SegmentCandidates } from "./stage-two.ts";
import type { RankedPassage } from "./top-passages.ts";

/** Stage one in one segment. */
export interface SegmentResult {
  readonly pool: SegmentCandidates;
  readonly counted: CountedSegment;
}

/** Finds the best hundred of a segment, and counts what matches. */
export async function searchSegment(
  query: IndexQuery,
  terms: QueryTerms,
  { searched, plan }: { readonly searched: SearchedSegment; readonly plan: QueryPlan },
): Promise<SegmentResult> {
  const { passageCount } = searched.segment.meta;
  const found = plan.terms
    .map(({ term }) => searched.found.get(term))
    .filter((entry) => entry !== undefined);
  const masks = await maskPassages(searched, terms, query.filter);
  const lists = await searched.loadPostings(found);
  const byTerm = new Map(found.map(({ term }, index) => [term, lists[index] as Postings]));
  const postings = plan.terms.map(({ term }) => byTerm.get(term) ?? "none");
  const weighted = plan.terms.flatMap(({ integer }, place): WeightedPostings[] => {
    const list = postings[place];
    return list === undefined || list === "none" ? [] : [{ postings: list, weight: integer }];
  });
  const mask = masks.answering;
  const best = rankStageOne(weighted, searched.scratch, { mask, limit: MAX_CANDIDATES });
  const matching = createPassageSet(passageCount, "none");
  for (const list of lists) addHolding(matching, list, passageCount);
  const livePassages = passageCount - searched.liveness.deadPassages;
  return { pool: { searched, best, postings }, counted: { masks, matching, livePassages } };
}

/** The best hundred over all segments, kept apart by segment. */
export async function choosePool(
  pools: readonly SegmentCandidates[],
): Promise<ReadonlyMap<SegmentCandidates, readonly RankedPassage[]>> {
  const [only, ...others] = pools.filter(({ best }) => best.length > 0);
  // The passages of one segment are in order already.
  if (only === undefined || others.length === 0) {
    return new Map(only === undefined ? [] : [[only, only.best]]);
  }
  const all: {
    readonly pool: SegmentCandidates;
    readonly ranked: RankedPassage;
    readonly location: PassageLocation;
  }[] = [];
  for (const pool of [only, ...others]) {
    const numbers = pool.best.map(({ passage }) => passage);
    const locations = await locatePassages(pool.searched.segment, numbers);
    pool.best.forEach((ranked, index) => {
      all.push({ pool, ranked, location: locations[index] as PassageLocation });
    });
  }
  all.sort(
    (left, right) =>
      right.ranked.sum - left.ranked.sum || compareLocations(left.location, right.location),
  );
  const chosen = new Map<SegmentCandidates, RankedPassage[]>();
  for (const { pool, ranked } of all.slice(0, MAX_CANDIDATES)) {
    const list = chosen.get(pool) ?? [];
    list.push(ranked);
    chosen.set(pool, list);
  }
  return chosen;
}
