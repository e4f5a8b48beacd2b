import type { IndexCandidate } from "../../src/ports/passage-index.ts";
import { searchIndex } from "../memory-index.ts";
import type { BuiltIndexes } from "./measure-index.ts";

/** Queries on which two rankings are the same, of those asked. */
export interface Agreement {
  readonly queries: number;
  readonly equal: number;
  /** Largest relative difference between scores at the same place. */
  readonly largestScoreDifference: number;
}

const TOP = 10;
/** FTS5 computes in another order of additions: its scores differ in the last digits. */
const TOLERANCE = 1e-9;

/** Compares the reference ranker's ten best scores with FTS5's own `bm25`, place by place. */
export async function compareReference(built: BuiltIndexes): Promise<Agreement> {
  let equal = 0;
  let largest = 0;
  const queries = [...built.queries.question, ...built.queries.content];
  for (const query of queries) {
    const answer = await searchIndex(built.index, query, { ranker: "reference", limit: TOP });
    const found = built.fts5.search(query, TOP);
    const differences = found.map(({ score }, place) => {
      const own = answer.candidates[place]?.score ?? 0;
      return Math.abs(own - score) / Math.max(Math.abs(score), Number.MIN_VALUE);
    });
    const worst = Math.max(0, ...differences);
    largest = Math.max(largest, worst);
    const { length } = answer.candidates;
    if (worst <= TOLERANCE && length > 0 && length === found.length) equal++;
  }
  return { queries: queries.length, equal, largestScoreDifference: largest };
}

/** Compares the ten best with the ten best of a search that returns every passage: the limit may not change a place. */
export async function compareExhaustive(built: BuiltIndexes): Promise<Agreement> {
  let equal = 0;
  const queries = [...built.queries.question, ...built.queries.content];
  for (const query of queries) {
    const few = await searchIndex(built.index, query, { ranker: "lexical", limit: TOP });
    const all = await searchIndex(built.index, query, { ranker: "lexical", limit: built.passages });
    const isSame = few.candidates.every((candidate, place) => {
      const other = all.candidates[place];
      return (
        other !== undefined &&
        nameOf(candidate) === nameOf(other) &&
        candidate.score === other.score
      );
    });
    const { length } = few.candidates;
    // Every query holds words of a passage: an empty answer is not agreement.
    if (isSame && length > 0 && length === Math.min(TOP, all.candidates.length)) equal++;
  }
  return { queries: queries.length, equal, largestScoreDifference: 0 };
}

function nameOf({ artifact, version, position }: IndexCandidate): string {
  return `${artifact}@${version}#${position}`;
}
