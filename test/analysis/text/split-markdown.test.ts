import { describe, expect, it } from "vitest";
import { aTextReading, headingPaths, passageTexts } from "../../builders/text-reading.ts";

describe("Markdown sections", () => {
  it("follow headings, each with its path, lines and exact bytes (COR-16)", async () => {
    const text =
      "Intro.\n\n# Ownership\n\nWho.\n\n## Records\n\nOne.\n\n### Deep\n\nTwo.\n\n## Decisions\nThree.\n";
    const { passages } = await aTextReading({ text });
    expect(passages.map((p) => [p.headingPath, p.startLine, p.endLine])).toEqual([
      [[], 1, 2],
      [["Ownership"], 3, 6],
      [["Ownership", "Records"], 7, 10],
      [["Ownership", "Records", "Deep"], 11, 14],
      [["Ownership", "Decisions"], 15, 16],
    ]);
    expect((await passageTexts({ text }))[2]).toBe("## Records\n\nOne.\n\n");
  });

  it("take setext headings as they take ATX ones: byte range and hash disagree elsewhere", async () => {
    const text = "Title\n=====\n\nText.\n\nPart *two*\n---\n\nMore.\n";
    expect(await headingPaths({ text })).toEqual(["Title", "Title > Part two"]);
    expect((await passageTexts({ text }))[1]).toBe("Part *two*\n---\n\nMore.\n");
  });

  it("are not split by a # in a fence: a known failure elsewhere", async () => {
    const text =
      "# Run\n\n```sh\n# not a heading\nls\n```\n\n~~~\n# nor this\n```\n# nor that\n~~~\n\n    # nor indented\n";
    expect(await headingPaths({ text })).toEqual(["Run"]);
  });

  it("are not split by headings in comments, lists and quotes", async () => {
    const text = "# Top\n\n<!--\n# hidden\n-->\n\n- # in a list\n\n> # in a quote\n\nText.\n";
    expect(await headingPaths({ text })).toEqual(["Top"]);
  });

  it("keep CRLF Markdown in sections: one untitled chunk is a known failure elsewhere", async () => {
    const text = "# One\r\n\r\nA.\r\n\r\n## Two\r\n\r\nB.\r\n";
    expect(await headingPaths({ text })).toEqual(["One", "One > Two"]);
  });

  it("write heading words without their markup", async () => {
    const text =
      '# The *big* `node:fs` [guide](http://a.b "t") ![logo](x.png) &amp; a\\_b <b>bold</b> [ref] ##\n\nT.\n\n[ref]: http://c.d\n';
    expect(await headingPaths({ text })).toEqual(["The big node:fs guide logo & a_b bold ref"]);
  });

  it("cut a heading line of a megabyte to a short path and keep all its bytes (BUD-14)", async () => {
    const text = `# ${"wo[rd ".repeat(200_000)}\n\nText.\n`;
    const { passages } = await aTextReading({ text });
    const [path = ""] = passages[0]?.headingPath ?? [];
    expect([...path]).toHaveLength(257);
    expect(path.endsWith("…")).toBe(true);
    expect(passages.at(-1)?.endByte).toBe(text.length);
  });

  it("keep a bare title apart from its subsection, and give only the outermost one no words to be found by", async () => {
    const text = "# Title\n\n## First\n\n### Deep\n\nText.\n\n## Empty\n\n## Last\n\nText.\n";
    expect(await headingPaths({ text })).toEqual([
      "Title",
      "Title > First",
      "Title > First > Deep",
      "Title > Empty",
      "Title > Last",
    ]);
    expect((await passageTexts({ text }))[0]).toBe("# Title\n\n");
    const { indexDocument } = await aTextReading({ text });
    expect(indexDocument.passages[0]).toEqual({ headingPath: [], text: "" });
    expect(indexDocument.passages[1]?.headingPath).toEqual(["Title", "First"]);
    const alone = await aTextReading({ text: "# Title\n" });
    expect(alone.indexDocument.passages[0]?.headingPath).toEqual(["Title"]);
  });

  it("find the heading behind a list nested a hundred deep", async () => {
    const list = Array.from({ length: 100 }, (_, depth) => `${" ".repeat(2 * depth)}- x\n`).join(
      "",
    );
    expect((await headingPaths({ text: `# Top\n\n${list}\n# After\n\nText.\n` })).at(-1)).toBe(
      "After",
    );
  });
});

describe("long Markdown sections", () => {
  const paragraph = `${"Some words of a paragraph. ".repeat(20).trim()}\n\n`;

  it("are split at block borders near 400 tokens, all under the same heading path", async () => {
    const { passages } = await aTextReading({ text: `# Long\n\n${paragraph.repeat(12)}` });
    expect(passages.length).toBeGreaterThan(3);
    for (const passage of passages) {
      expect(passage.headingPath).toEqual(["Long"]);
      expect(passage.endByte - passage.startByte).toBeLessThanOrEqual(2000);
    }
    const texts = await passageTexts({ text: `# Long\n\n${paragraph.repeat(12)}` });
    expect(texts.every((one) => one.endsWith("\n\n"))).toBe(true);
  });

  it("are counted by characters in Chinese, Japanese and Korean", async () => {
    const text = `# 长\n\n${`${"汉字".repeat(60)}。\n\n`.repeat(12)}`;
    const { passages } = await aTextReading({ text });
    expect(passages.length).toBeGreaterThanOrEqual(3);
  });

  it("split a huge list between items, and a huge table or fence between lines", async () => {
    const items = await passageTexts({ text: `- an item\n  of two lines\n`.repeat(300) });
    expect(items.length).toBeGreaterThan(3);
    expect(items.every((item) => item.startsWith("- an item\n"))).toBe(true);
    const rows = await aTextReading({
      text: `| a | b |\n|---|---|\n${"| one | two |\n".repeat(600)}`,
    });
    expect(rows.passages.length).toBeGreaterThan(3);
    expect(rows.passages.every((p) => p.kind === "table" && p.startLine <= p.endLine)).toBe(true);
    const fence = await passageTexts({ text: `\`\`\`\n${"let a = 1;\n".repeat(900)}\`\`\`\n` });
    expect(fence.length).toBeGreaterThan(3);
    expect(fence.every((part) => part.endsWith("\n"))).toBe(true);
  });

  it("cut one line of megabytes into passages by code points: one huge passage is a known failure (BUD-14)", async () => {
    for (const line of ["word ".repeat(240_000), "🙂".repeat(300_000), "┌─汉".repeat(130_000)]) {
      const { passages } = await aTextReading({ text: `# Big\n\n${line}\n` });
      expect(passages.length).toBeGreaterThan(100);
      expect(Math.max(...passages.map((p) => p.endByte - p.startByte))).toBeLessThanOrEqual(4096);
      expect(new Set(passages.map((p) => p.headingPath.join()))).toEqual(new Set(["Big"]));
      expect(passages.slice(1).every((p) => p.startLine === 3 && p.endLine === 3)).toBe(true);
    }
  });

  it("cut an enormous line after spaces where there are any", async () => {
    const texts = await passageTexts({ text: "longish words here ".repeat(1000) });
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.every((one) => one.endsWith(" "))).toBe(true);
  });
});

describe("the kind of a Markdown passage", () => {
  it("is code or table when all below the heading is, else prose", async () => {
    const text =
      "# A\n\n```\ncode\n```\n\n# B\n\n| a |\n|---|\n| b |\n\n# C\n\nWords.\n\n```\ncode\n```\n";
    const { passages } = await aTextReading({ text });
    expect(passages.map((p) => p.kind)).toEqual(["code", "table", "prose"]);
  });
});
