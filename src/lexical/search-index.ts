import type {
  IndexAnswer,
  IndexOutcome,
  IndexQuery,
  PassageIndex,
  SegmentSource,
} from "../ports/passage-index.ts";
import { DamagedBlockError } from "./damaged-block-error.ts";
import { findTerms } from "./find-terms.ts";
import { listDocuments } from "./list-documents.ts";
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
    search: (query) =>
      reportDamage(async () => {
        const terms = readQueryTerms(query);
        return rank(query, terms, await openSegments(source, cache, terms));
      }),
    list: (query) =>
      reportDamage(async () => {
        const terms = readQueryTerms({ ...PLAIN, text: query.text });
        return listDocuments(query, terms, await openSegments(source, cache, terms));
      }),
  };
}

/** What a question is when nothing but its words is asked. */
const PLAIN = { ranker: "lexical", excludedWords: [], filter: {} } as const;

type Damaged = Extract<IndexOutcome, { readonly status: "damaged" }>;

async function reportDamage<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly status: "ok"; readonly answer: Answer } | Damaged> {
  try {
    return { status: "ok", answer: await work() };
  } catch (error) {
    if (!(error instanceof DamagedBlockError)) throw error;
    const { segmentId, kind, number } = error.origin;
    return { status: "damaged", segmentId, block: { kind, number } };
  }
}

/** Opens every segment with what a question looks up in it. */
async function openSegments(
  source: SegmentSource,
  cache: SegmentCache,
  terms: QueryTerms,
): Promise<readonly SearchedSegment[]> {
  const wanted = termsToFind(terms);
  const segments = await source.segments();
  const opened = await cache.open(segments);
  const searched: SearchedSegment[] = [];
  for (const [index, cached] of opened.entries()) {
    const live = segments[index];
    if (live === undefined) continue;
    searched.push({ ...cached, live, found: await findTerms(cached.segment, wanted) });
  }
  return searched;
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
