import { describe, expect, it } from "vitest";
import { splitLeaves } from "../../../src/analysis/text/split-leaves.ts";

const leavesOf = async (text: string): Promise<readonly string[]> =>
  (await splitLeaves(text)).map(
    ({ isQuoted, kind, line, text: words }) =>
      `${line} ${isQuoted ? "quoted " : ""}${kind}: ${JSON.stringify(words)}`,
  );

describe("splitting a Markdown text into leaves", () => {
  it("finds paragraphs, headings, items, quotes, rows and code, each with the line it begins on", async () => {
    const text = [
      "# Answer",
      "",
      "First",
      "second line.",
      "- item one",
      "  goes on",
      "",
      "> quoted over",
      "> two lines",
      "",
      "```ts",
      "const a = 1;",
      "```",
      "| a | b |",
      "|---|---|",
      "| c | d [E2] |",
    ].join("\n");
    expect(await leavesOf(text)).toEqual([
      '0 heading: "Answer"',
      '2 prose: "First\\nsecond line."',
      '4 prose: "item one\\ngoes on"',
      '7 quoted prose: "quoted over\\ntwo lines"',
      '10 code: "ts"',
      '11 code: "const a = 1;\\n"',
      '13 heading: "a | b"',
      '15 row: "c | d [E2]"',
    ]);
  });

  it("drops markup and keeps every line a line, also inside a code span and a tag", async () => {
    const text =
      "A **bold** `code\nspan` and\r\n<b\nclass=x>tag</b> \\[E2\\] &amp; snake_case\u2006end";
    expect(await leavesOf(text)).toEqual([
      '0 prose: "A bold `code\\nspan` and\\n\\ntag [E2] & snake_case end"',
    ]);
  });

  it("says where links lead, also by a definition, and which place a fence names", async () => {
    const text = [
      "See [the rule](docs/a.md#L3) and",
      "the note[^1].",
      "",
      "```12:15:src/a.ts",
      "x",
      "```",
      "",
      "[^1]: docs/b.md:7",
    ].join("\n");
    const leaves = await splitLeaves(text);
    expect(leaves.map(({ links }) => links)).toEqual([
      [
        { target: "docs/a.md#L3", at: 4 },
        { target: "docs/b.md:7", at: 27 },
      ],
      [],
      [],
    ]);
    expect(leaves[1]).toMatchObject({ kind: "code", text: "src/a.ts:12-15", line: 3 });
    expect(leaves[0]?.text).toBe("See [the rule] and\nthe note[^1].");
  });

  it("takes an enormous paragraph as it stands", async () => {
    const text = "*".repeat(60_000);
    expect((await splitLeaves(`a${text}`))[0]?.text).toBe(`a${text}`);
  });
});
