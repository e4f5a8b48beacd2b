import { describe, expect, it } from "vitest";
import { matchesGlob, parseGlob } from "../../../src/sources/files/glob.ts";

function matches(pattern: string, text: string): boolean {
  const glob = parseGlob(pattern);
  return glob !== "never" && matchesGlob(glob, text);
}

describe("matchesGlob", () => {
  it.each([
    ["a*c", "abbc", "a/c"],
    ["a?c", "abc", "a/c"],
    ["a/**/d", "a/d", "a/xd"],
    ["a/**/d", "a/b/c/d", "b/a/d"],
    ["**/b", "x/y/b", "xb"],
    ["a/**", "a/b/c", "ab"],
    ["a[!x-z]", "ab", "ay"],
    ["[[:digit:]]*", "7up", "up7"],
    ["[]a]", "]", "b"],
    ["\\*", "*", "a"],
  ])("takes %s for %s and not for %s", (pattern, fits, fails) => {
    expect(matches(pattern, fits)).toBe(true);
    expect(matches(pattern, fails)).toBe(false);
  });

  it.each(["[a", "a\\", "[[:nope:]]", "[a-"])(
    "never matches %s, which git gives up on",
    (pattern) => {
      expect(parseGlob(pattern)).toBe("never");
    },
  );

  it("ends on a pattern made to be tried without end", () => {
    // Backtracking over every star would take longer than the machine lasts.
    const text = "a".repeat(250);
    expect(matches(`${"*a".repeat(60)}b`, text)).toBe(false);
    expect(matches(`${"**/a/".repeat(40)}b`, `${"a/".repeat(120)}c`)).toBe(false);
  });
});
