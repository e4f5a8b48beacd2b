import { DatabaseSync } from "@photostructure/sqlite";
import { RANK_DEPTH, type RankerKind } from "./ranker.ts";
import type { SectionUnit } from "./section-units.ts";

/** Lucene's English stop list (StopAnalyzer, 33 words). */
const STOP_WORDS = new Set(
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(
    " ",
  ),
);

/**
 * SQLite FTS5 as most programs use it: Porter stems, title and heading doubled, any word may match. Stop words leave
 * the query, which is to its advantage.
 */
export const FTS5_RANKER: RankerKind = {
  name: "fts5",
  async open(set) {
    const database = new DatabaseSync(":memory:");
    database.exec(
      "create virtual table unit using fts5(title, heading, body, tokenize = 'porter unicode61')",
    );
    const insert = database.prepare(
      "insert into unit(rowid, title, heading, body) values (?, ?, ?, ?)",
    );
    database.exec("begin");
    for (const unit of set.units) {
      insert.run(unit.id + 1, unit.title, headingText(unit), unit.body);
    }
    database.exec("commit");
    const select = database.prepare(
      `select rowid - 1 as id from unit where unit match ?
       order by bm25(unit, 2, 2, 1), rowid limit ${RANK_DEPTH}`,
    );
    return {
      async rank(question) {
        const match = toMatch(question);
        if (match === "") return [];
        return select.all(match).map((row) => Number((row as { id: number }).id));
      },
      async close() {
        database.close();
      },
    };
  },
};

/** Returns the words of a unit's headings below the title, as one text. */
export function headingText(unit: SectionUnit): string {
  return [...unit.above.slice(1), unit.heading]
    .filter((heading) => heading !== "" && heading !== unit.title)
    .join(" ");
}

function toMatch(question: string): string {
  const folded = question.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const words = [...new Set(folded.match(/[\p{L}\p{N}]+/gu) ?? [])];
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return (content.length > 0 ? content : words).map((word) => `"${word}"`).join(" OR ");
}
