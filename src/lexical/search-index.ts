import type {
  IndexAnswer,
  IndexOutcome,
  IndexQuery,
  PassageIndex,
  SegmentSource,
} from "../ports/passage-index.ts";
import { DamagedBlockError } from "./damaged-block-error.ts";
import { findTerms } from "./find-terms.ts";
import { type QueryTerms, readQueryTerms, termsToFind } from "./query-terms.ts";
import { rankByScan } from "./rank-by-scan.ts";
import { rankLexical } from "./rank-lexical.ts";
import { EXACT_FORMULA, REFERENCE_FORMULA } from "./scan-formulas.ts";
import type { SearchedSegment } from "./searched-segment.ts";
import { SegmentCache } from "./segment-cache.ts";

/** Opens the index over a source of segments. */
export function openSearchIndex(source: SegmentSource): PassageIndex {
  const cache = new SegmentCache(source);
  return {
    async search(query: IndexQuery): Promise<IndexOutcome> {
      try {
        return { status: "ok", answer: await answerQuery(source, cache, query) };
      } catch (error) {
        if (!(error instanceof DamagedBlockError)) throw error;
        const { segmentId, kind, number } = error.origin;
        return { status: "damaged", segmentId, block: { kind, number } };
      }
    },
  };
}

async function answerQuery(
  source: SegmentSource,
  cache: SegmentCache,
  query: IndexQuery,
): Promise<IndexAnswer> {
  const terms = readQueryTerms(query);
  const wanted = termsToFind(terms);
  const segments = await source.segments();
  const opened = await cache.open(segments);
  const searched: SearchedSegment[] = [];
  for (const [index, cached] of opened.entries()) {
    const live = segments[index];
    if (live === undefined) continue;
    searched.push({ ...cached, live, found: await findTerms(cached.segment, wanted) });
  }
  return rank(query, terms, searched);
}

function rank(
  query: IndexQuery,
  terms: QueryTerms,
  segments: readonly SearchedSegment[],
): Promise<IndexAnswer> {
  switch (query.ranker) {
    case "lexical":
      return rankLexical(query, terms, segments);
    case "exact":
      return rankByScan(query, terms, { segments, formula: EXACT_FORMULA });
    case "reference":
      return rankByScan(query, terms, { segments, formula: REFERENCE_FORMULA });
  }
}
