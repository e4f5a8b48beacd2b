import type { IndexAnswer } from "../ports/passage-index.ts";
import type { PassageMasks } from "./passage-mask.ts";
import { countPassages, type PassageSet } from "./passage-set.ts";
import type { QueryTerms } from "./query-terms.ts";

/** What an answer says of the passages that it does not return. */
export type PassageCounts = Pick<
  IndexAnswer,
  "unmetPhrases" | "acceptedPassages" | "filteredOut" | "excludedPassages" | "matchedPassages"
>;

/** One segment's part: what a question lets through of it, and which passages hold a word of the question. */
export interface CountedSegment {
  readonly masks: PassageMasks;
  readonly matching: PassageSet;
  readonly livePassages: number;
}

/** Adds up the segments. */
export function countOutcome(
  { phrases }: QueryTerms,
  segments: readonly CountedSegment[],
): PassageCounts {
  const sum = (count: (segment: CountedSegment) => number): number =>
    segments.reduce((total, segment) => total + count(segment), 0);
  return {
    unmetPhrases: phrases
      .filter((_, phrase) => !segments.some(({ masks }) => masks.metPhrases[phrase] === true))
      .map(({ written }) => written),
    acceptedPassages: sum(({ masks, livePassages }) =>
      masks.accepted === "all" ? livePassages : countPassages(masks.accepted),
    ),
    filteredOut: sum(({ masks, matching }) =>
      masks.accepted === masks.live
        ? 0
        : countPassages(matching, masks.live) - countPassages(matching, masks.accepted),
    ),
    excludedPassages: sum(({ masks, matching }) =>
      masks.excluded === "none" ? 0 : countPassages(matching, masks.excluded),
    ),
    matchedPassages: sum(({ masks, matching }) => countPassages(matching, masks.answering)),
  };
}
