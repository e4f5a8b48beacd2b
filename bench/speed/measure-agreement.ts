import { join } from "node:path";
import { openFts5 } from "../fts5-passages.ts";
import { searchIndex } from "../memory-index.ts";
import { readTerms } from "../plugged-program.ts";
import { createExhaustiveOracle } from "./exhaustive-oracle.ts";
import { type BuiltIndexes, readBatches } from "./measure-index.ts";
import { readPlainFields } from "./plain-fields.ts";
import type { StagedCorpus } from "./stage-corpus.ts";

/** Queries on which two lists of scores are the same, of those asked. */
export interface Agreement {
  readonly queries: number;
  readonly equal: number;
  /** Largest relative difference between scores at the same place. */
  readonly largestDifference: number;
}

/** Whether the index scores as it should. */
export interface Agreements {
  /** The index's pool of a hundred against exhaustive stage-one scoring. */
  readonly exhaustive: Agreement;
  /** The reference ranker's ten best against FTS5's `bm25` over the same terms. */
  readonly reference: Agreement;
}

const POOL = 100;
const TOP = 10;
/** FTS5 adds up in another order: scores may differ in the last digits. */
const TOLERANCE = 1e-9;

/**
 * Compares scores place by place. FTS5 is given the program's own terms, spelled so that its tokenizer leaves them alone: its own
 * stemmer is another, and only the formulas are to be compared. It knows no
 * terms that lie over others without a place of their own, so queries whose words also occur as such are not asked. Ties may stand in another order; their scores do not.
 */
export async function measureAgreements(
  built: BuiltIndexes,
  corpus: StagedCorpus,
  queries: readonly string[],
): Promise<Agreements> {
  const oracle = createExhaustiveOracle(queries);
  const fts5 = openFts5(join(corpus.scratch, "terms.db"));
  const overlaid = new Set<string>();
  for await (const batch of readBatches(corpus)) {
    const rows = [];
    for (const fields of readPlainFields(batch)) {
      oracle.add(fields);
      for (const term of fields.flatMap((field) => field.overlaid)) overlaid.add(term);
      const [title, path, heading, body] = fields.map(({ placed }) => spell(placed));
      rows.push({ title: title ?? "", heading: `${path} ${heading}`, body: body ?? "" });
    }
    fts5.add(rows);
  }
  const exhaustive: Comparison[] = [];
  const reference: Comparison[] = [];
  for (const query of queries) {
    const pool = await searchIndex(built.index, query, { ranker: "lexical", limit: POOL });
    const own = pool.candidates.map((candidate) => candidate.stageOneScore);
    exhaustive.push(
      compare(
        own.toSorted((a, b) => b - a),
        oracle.bestScores(query, POOL),
      ),
    );
    const { placed } = readTerms(query);
    if (placed.some((term) => overlaid.has(term))) continue;
    const answer = await searchIndex(built.index, query, { ranker: "reference", limit: TOP });
    const theirs = fts5.search(spell(placed), TOP);
    reference.push(
      compare(
        answer.candidates.map((candidate) => candidate.score),
        theirs.map((found) => found.score),
      ),
    );
  }
  fts5.close();
  return { exhaustive: toAgreement(exhaustive), reference: toAgreement(reference) };
}

interface Comparison {
  readonly isEqual: boolean;
  readonly largestDifference: number;
}

/** Every query holds words of a passage, so an empty answer is never agreement. */
function compare(own: readonly number[], expected: readonly number[]): Comparison {
  const differences = expected.map((score, place) => Math.abs((own[place] ?? 0) - score) / score);
  const largestDifference = Math.max(0, ...differences);
  const isComplete = own.length === expected.length && own.length > 0;
  return { isEqual: isComplete && largestDifference <= TOLERANCE, largestDifference };
}

function toAgreement(comparisons: readonly Comparison[]): Agreement {
  return {
    queries: comparisons.length,
    equal: comparisons.filter(({ isEqual }) => isEqual).length,
    largestDifference: Math.max(0, ...comparisons.map((one) => one.largestDifference)),
  };
}

/** Letters and digits only, one word a term. */
function spell(terms: readonly string[]): string {
  return terms.map((term) => `x${Buffer.from(term).toString("hex")}`).join(" ");
}
