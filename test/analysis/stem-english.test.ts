import fc from "fast-check";
import { newStemmer } from "snowball-stemmers";
import { describe, expect, it } from "vitest";
import { stemEnglish } from "../../src/analysis/stem-english.ts";

const oracle = newStemmer("english");

const SUFFIXES =
  "s ss sses ied ies ed eed ing edly ingly eedly y ational tional ization fulness ousness iveness biliti lessli entli ation alism aliti ousli iviti fulli enci anci abli izer ator alli bli logi li alize icate iciti ative ical ness ful ement ance ence able ible ment ant ent ism ate iti ous ive ize sion tion al er ic e ll".split(
    " ",
  );

describe("stemEnglish", () => {
  it("agrees with Snowball's English stemmer on any letters followed by any suffixes", () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"),
      minLength: 1,
      maxLength: 8,
    });
    const word = fc
      .tuple(letters, fc.array(fc.constantFrom(...SUFFIXES), { maxLength: 3 }))
      .map(([start, suffixes]) => start + suffixes.join(""));
    fc.assert(
      fc.property(word, (text) => {
        expect(stemEnglish(text)).toBe(oracle.stem(text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    "skis skies dying lying tying idly gently ugly early only singly sky news howe atlas cosmos bias andes",
    "inning outing canning herring earring proceed exceed succeed innings proceeding exceeded",
    "generate general generically communism communication arsenal arsenic",
    "yield youth enjoy boys cry crying by say saying dye",
    "hop hopping hoped hoping falling bead embed beds tie ties cries gas gaps kiwis this",
  ])("agrees with Snowball on the words that have rules of their own: %s", (words) => {
    for (const word of words.split(" ")) expect(stemEnglish(word)).toBe(oracle.stem(word));
  });

  it("gives deploy, deployed and deployment one stem", () => {
    expect(new Set(["deploy", "deployed", "deployment", "deploying"].map(stemEnglish)).size).toBe(
      1,
    );
  });

  it("leaves words alone that hold anything but English letters", () => {
    for (const word of ["sha256", "größe", "node:fs", "用户", "v2s"]) {
      expect(stemEnglish(word)).toBe(word);
    }
  });
});
