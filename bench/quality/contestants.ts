import type { RankerName } from "../../src/ports/passage-index.ts";
import { toFieldedPassages } from "../fielded-passage.ts";
import { openFts5 } from "../fts5-passages.ts";
import { createMemoryIndex } from "../memory-index.ts";
import { removeStopWords } from "./lucene-stop-words.ts";
import type { PassageSet } from "./passage-set.ts";

/** Ranks passages for a question, best first: places in the set's flat order, at most 100. */
export interface PassageRanker {
  rank(question: string): Promise<readonly number[]>;
  close(): void;
}

/** A program under comparison. */
export interface Contestant {
  readonly name: string;
  open(set: PassageSet): Promise<PassageRanker>;
}

/** How deep every program is asked: nDCG and recall look at ten, the reciprocal rank at all. */
const DEPTH = 100;

/** SQLite FTS5 as most programs use it, with Lucene's stop words out of the query, which is to its advantage. */
export const FTS5: Contestant = {
  name: "fts5",
  async open(set) {
    const index = openFts5(":memory:");
    index.add(toFieldedPassages(set.documents));
    return {
      rank: async (question) =>
        index.search(removeStopWords(question), DEPTH).map((found) => found.index),
      close: () => index.close(),
    };
  },
};

/** This program's index with one of its rankers. */
export function exhibitWith(ranker: RankerName): Contestant {
  return {
    name: ranker === "lexical" ? "exhibit" : `exhibit-${ranker}`,
    async open(set) {
      const memory = createMemoryIndex();
      memory.add(set.documents);
      const index = memory.open();
      return {
        async rank(question) {
          const outcome = await index.search({
            text: question,
            ranker,
            limit: DEPTH,
            excludedWords: [],
            filter: {},
            explain: false,
          });
          if (outcome.status !== "ok") throw new Error("The index in memory was read as damaged.");
          return outcome.answer.candidates.map(memory.flatIndexOf);
        },
        close() {},
      };
    },
  };
}
