import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitWords } from "../../src/analysis/wide-words.ts";
import { BREAK, OVERLAY, WordReader } from "../../src/analysis/word-reader.ts";

/** Forms in order, those that take no position with `^` before. */
function read(text: string): readonly string[] {
  const reader = new WordReader();
  reader.read(text);
  const forms: string[] = [];
  for (let at = 0; at < reader.length; at++) {
    const id = reader.ids[at] as number;
    if (id === OVERLAY) forms.push(`^${reader.forms.form(reader.ids[++at] as number)}`);
    else forms.push(id === BREAK ? "|" : reader.forms.form(id));
  }
  return forms;
}

function split(text: string): readonly string[] {
  return splitWords(text).map(({ form, kind }) => (kind === "part" ? form : `^${form}`));
}

describe("WordReader", () => {
  it.each([
    ["Deploy the Service.", "deploy the service"],
    ["node:fs", "node fs ^node:fs"],
    ["PIO-1384", "pio 1384 ^pio-1384"],
    ["getUserName", "get user name ^getusername"],
    ["HTTPServer APIs URLs", "http server ^httpserver apis urls"],
    ["@scope/pkg", "scope pkg ^scope/pkg"],
    ["std::fmt snake_case_name", "std fmt ^std::fmt snake case name ^snake_case_name"],
    ["--error-on-warnings", "error on warnings ^error-on-warnings"],
    ["TODO: fix", "todo fix"],
    ["Größe résumé ＡＢＣ", "große resume abc"],
    ["用户身份", "用户 ^用 户身 ^户 身份 ^身 ^份"],
    ["中", "中"],
    ["가나다 e\u0301te\u0301", "가나 ^가 나다 ^나 ^다 ete"],
    ["see—this…that “quoted”", "see this that quoted"],
    ["💥 \u0000 \ud800 ?!", ""],
  ])("reads %j as %j", (text, forms) => {
    expect(read(text).join(" ")).toBe(forms);
    expect(split(text).join(" ")).toBe(forms);
  });

  it("reads composed and decomposed text as the same words", () => {
    for (const text of ["Größe", "がぎぐ", "한국어", "café", "हिन्दी"]) {
      expect(read(text.normalize("NFD"))).toEqual(read(text.normalize("NFC")));
    }
  });

  it("finds the same words with and without strings, in any text", () => {
    const piece = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."aBcD19_.:-/@ '\n") }),
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom(
        "用户",
        "é",
        "…",
        "—",
        "－",
        "ｶﾞ",
        "ﬁ",
        "½",
        "\u0301",
        "\u3099",
        "👩‍💻",
        "İ",
        "ς",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(read(pieces.join(""))).toEqual(split(pieces.join("")));
      }),
      { numRuns: 2000 },
    );
  });

  it("cuts a word longer than any name and keeps encoded bytes in one piece", () => {
    const blob = "aGVsbG8gd29ybGQ".repeat(20);
    expect(read(blob)).toEqual([blob.toLowerCase().slice(0, 64)]);
  });

  it("says where each word stands in the text as it was", () => {
    const text = "Die Größe von getUserName、用户";
    for (const { form, start, end } of splitWords(text)) {
      expect(
        text
          .slice(start, end)
          .toLowerCase()
          .normalize("NFD")
          .replace(/\u0308/g, ""),
      ).toBe(form);
    }
  });
});
