import { describe, expect, it } from "vitest";
import { locateWords } from "../../src/analysis/locate-words.ts";

function located(text: string, ...words: readonly string[]): readonly string[] {
  return locateWords(text, words).map(({ start, end }) => text.slice(start, end));
}

describe("locateWords", () => {
  it.each([
    ["Deployments are deployed by DEPLOYING", ["deploy"], ["Deployments", "deployed", "DEPLOYING"]],
    ["see node:fs and fs", ["node:fs"], ["node:fs", "fs"]],
    ["请验证用户身份再说", ["用户身份"], ["用户身份"]],
    ["请验证用户身份再说", ["户"], ["户"]],
    ["Die Gro\u0308ße zählt", ["größe"], ["Gro\u0308ße"]],
    ["call getUserName()", ["user"], ["User"]],
    ["nothing here", ["absent", "?!", ""], []],
  ])("finds in %j for %j: %j", (text, words, expected) => {
    expect(located(text, ...words)).toEqual(expected);
  });

  it("returns ranges in order that never overlap", () => {
    const ranges = locateWords("getUserName user_name 用户身份 name", ["getUserName", "用户身份"]);
    for (const [index, range] of ranges.entries()) {
      expect(range.start).toBeLessThan(range.end);
      expect(range.start).toBeGreaterThanOrEqual(ranges[index - 1]?.end ?? 0);
    }
    expect(ranges.length).toBeGreaterThan(3);
  });
});
