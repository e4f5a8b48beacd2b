import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/interfaces/cli/display-width.ts";
import { wrapRuns, wrapSentence } from "../../../src/interfaces/cli/wrap-text.ts";

const plain = fc.string({
  unit: fc.constantFrom("a", "bc", " ", "  ", "用", "é", "e\u0301", "👩", "-"),
  maxLength: 60,
});

describe("wrapping", () => {
  it("loses nothing: the rows joined are the line, marks included", () => {
    const run = fc.record({ text: plain, marked: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(run, { maxLength: 6 }),
        fc.integer({ min: 2, max: 40 }),
        (runs, columns) => {
          const rows = wrapRuns(runs, columns).flat();
          const spell = (of: typeof rows): string =>
            of.map(({ text, marked }) => (marked ? text.toUpperCase() : text)).join("");
          expect(spell(rows)).toBe(spell(runs));
        },
      ),
    );
  });

  it("keeps every row within the columns, wide characters counted as two", () => {
    fc.assert(
      fc.property(plain, fc.integer({ min: 2, max: 40 }), (text, columns) => {
        for (const row of wrapRuns([{ text, marked: false }], columns)) {
          const shown = row
            .map((part) => part.text)
            .join("")
            .trimEnd();
          expect(displayWidth(shown)).toBeLessThanOrEqual(columns);
        }
      }),
    );
  });

  it("breaks after a space where it can and inside a word where it must", () => {
    expect(wrapSentence("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrapSentence("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
  });

  it("indents rows after the first", () => {
    expect(wrapSentence("- one two three", 9, "  ")).toEqual(["- one two", "  three"]);
  });

  it("keeps a line whole where there is no edge", () => {
    expect(wrapSentence("word ".repeat(100), "unlimited")).toHaveLength(1);
  });
});
