import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIRST_FORM, FormTable } from "../../src/analysis/form-table.ts";
import { sortByUnits } from "../../src/analysis/sort-by-units.ts";

describe("sortByUnits", () => {
  const unit = fc.constantFrom(..."aab1.", "用", "\ud83d\ude00", "\uffff");
  const word = fc.string({ unit, minLength: 1, maxLength: 20 });

  it("orders forms as their strings are ordered, however many begin alike", () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 200 }), (words) => {
        const table = new FormTable();
        for (const form of words) table.intern(form);
        const numbers = Uint32Array.from({ length: words.length }, (_, at) => FIRST_FORM + at);
        sortByUnits(numbers, table);
        expect([...numbers].map((number) => table.form(number))).toEqual(words.toSorted());
      }),
    );
  });

  it("does not go deeper with every string of an order made to split badly", () => {
    const table = new FormTable();
    const count = 60_000;
    for (let code = 0; code < count; code++)
      table.intern(
        String.fromCharCode(0x3400 + (code % 20_000)).repeat(1 + Math.floor(code / 20_000)),
      );
    const numbers = Uint32Array.from({ length: count }, (_, at) => FIRST_FORM + at);
    sortByUnits(numbers, table);
    const sorted = [...numbers].map((number) => table.form(number));
    expect(sorted).toEqual(sorted.toSorted());
  });
});
