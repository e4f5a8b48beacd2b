import type { IndexDocument } from "../../src/model/index-document.ts";
import type { RankerName } from "../../src/ports/passage-index.ts";
import { toFieldedPassages } from "../fielded-passage.ts";
import { openFts5 } from "../fts5-passages.ts";
import { createMemoryIndex, searchIndex } from "../memory-index.ts";
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

/** How the program's index is asked. */
export interface ExhibitOptions {
  readonly name: string;
  readonly ranker: RankerName;
  /** `stage-one` orders the same candidates by the score they entered stage two with. */
  readonly order: "final" | "stage-one";
  /** Applied to every text and question, to take an analysis step away. */
  readonly rewrite: (text: string) => string;
}

/** The program as it ships. */
export const EXHIBIT: Contestant = exhibitWith({
  name: "exhibit",
  ranker: "lexical",
  order: "final",
  rewrite: (text) => text,
});

/** This program's index, asked in one of its ways. */
export function exhibitWith({ name, ranker, order, rewrite }: ExhibitOptions): Contestant {
  return {
    name,
    async open(set) {
      const memory = createMemoryIndex();
      memory.add(set.documents.map((document) => rewriteDocument(document, rewrite)));
      const index = memory.open();
      return {
        async rank(question) {
          const text = rewrite(question);
          const { candidates } = await searchIndex(index, text, { ranker, limit: DEPTH });
          const ordered =
            order === "final"
              ? candidates
              : candidates.toSorted((left, right) => right.stageOneScore - left.stageOneScore);
          return ordered.map(memory.flatIndexOf);
        },
        close() {},
      };
    },
  };
}

function rewriteDocument(
  document: IndexDocument,
  rewrite: (text: string) => string,
): IndexDocument {
  const passages = document.passages.map(({ headingPath, text }) => ({
    headingPath: headingPath.map(rewrite),
    text: rewrite(text),
  }));
  return { ...document, title: rewrite(document.title), passages };
}
