import { describe, expect, it } from "vitest";
import { contentWords, MAX_QUESTION_WORDS, parseQuery } from "../../src/analysis/parse-query.ts";

function content(text: string, keepStopWords = false): readonly string[] {
  return contentWords(parseQuery(text), keepStopWords).map(({ written }) => written);
}

describe("parseQuery", () => {
  it.each([
    ["How do I deploy the service?", ["deploy", "service"]],
    ["What's the user's name? Don't guess, we'll ask", ["user", "name", "guess", "ask"]],
    ["How to use node:fs", ["use", "node:fs"]],
    ["what is it", ["what", "is", "it"]],
    ["如何使用优惠券", ["如何使用优惠券"]],
  ])("takes %j to ask about %j", (text, words) => {
    expect(content(text)).toEqual(words);
  });

  it("keeps every word on request", () => {
    expect(content("what is a projection", true)).toEqual(["what", "is", "a", "projection"]);
  });

  it("reads closed quotes as phrases, split as the index splits, and keeps how they were written", () => {
    expect(parseQuery('say "PIO-1384 now" and "node:fs"').phrases).toEqual([
      { written: "PIO-1384 now", forms: ["pio", "1384", "now"] },
      { written: "node:fs", forms: ["node", "fs"] },
    ]);
    expect(parseQuery('"?!" ""').phrases).toEqual([]);
  });

  it.each([
    ["a quote left open", 'say "now" or "open'],
    ["a quote of nine words", '"one two three four five six seven eight nine"'],
    ["a record full of quotes", '{"name": "foo", "version": "1.0", "main": "a.js"}'],
  ])("takes %s for text", (_, text) => {
    const { phrases, words } = parseQuery(text);
    expect(phrases).toEqual([]);
    expect(words.length).toBeGreaterThan(2);
  });

  it("keeps the order of all words for what stands beside what", () => {
    expect(parseQuery("to be or getName").sequence).toEqual(["to", "be", "or", "get", "name"]);
  });

  it("bounds the distinct words it looks at", () => {
    const text = Array.from({ length: 5000 }, (_, index) => `w${index}x`).join(" ");
    expect(parseQuery(text).words).toHaveLength(MAX_QUESTION_WORDS);
  });
});
