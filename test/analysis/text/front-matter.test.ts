import { describe, expect, it } from "vitest";
import { aTextReading } from "../../builders/text-reading.ts";

async function titleOf(text: string, path = "docs/page.md"): Promise<string> {
  return (await aTextReading({ text, path })).artifact.title;
}

describe("front matter", () => {
  it("is one citable passage whose words are not indexed: a known failure ranks it for gibberish", async () => {
    const { passages, indexDocument } = await aTextReading({
      text: "---\ntitle: T\ntags: [a]\n---\n\n# H\n\nText.\n",
    });
    expect(passages).toMatchObject([
      { kind: "metadata", headingPath: [], startLine: 1, endLine: 5 },
      { kind: "prose", headingPath: ["H"], startLine: 6, endLine: 8 },
    ]);
    expect(indexDocument.passages.map((p) => p.text)).toEqual(["", "# H\n\nText.\n"]);
  });

  it("gives the title, and a comment in it never does: a known failure elsewhere", async () => {
    expect(await titleOf("---\n# a comment\ntitle: Real title\n---\n# Heading\n")).toBe(
      "Real title",
    );
    expect(await titleOf("---\r\n# c\r\ntitle: 'Quoted: title'\r\n---\r\n")).toBe("Quoted: title");
    expect(await titleOf("---\ntitle: >\n  folded\n  words\n---\n")).toBe("folded words");
  });

  it("is metadata and no error when its YAML is malformed, and its plain lines still count", async () => {
    const { artifact, passages } = await aTextReading({
      text: '---\ntitle: Guide: part two\nbad: [1, 2\nobserved_at: "2026-10-01" # seen\n---\n# H\n',
    });
    expect(artifact).toMatchObject({ title: "Guide: part two", observed: { at: "2026-10-01" } });
    expect(passages[0]).toMatchObject({ kind: "metadata", endLine: 5 });
  });

  it("keeps a title that looks like a number or a date as written, and takes null for none", async () => {
    expect(await titleOf("---\ntitle: 1.0\n---\n")).toBe("1.0");
    expect(await titleOf("---\ntitle: 2026-10-01\n---\n")).toBe("2026-10-01");
    expect(await titleOf("---\ntitle: null\n---\n# Heading\n")).toBe("Heading");
    expect(await titleOf('---\ntitle: "null"\n---\n# Heading\n')).toBe("null");
  });

  it("is neither prose between two rules, nor an unclosed fence, nor a fence further down", async () => {
    for (const text of [
      "---\n\nSome prose here.\n\n---\nMore.\n",
      "---\ntitle: T\n",
      "\n---\ntitle: T\n---\n",
    ]) {
      const { passages } = await aTextReading({ text });
      expect(passages.map((p) => p.kind)).not.toContain("metadata");
    }
  });

  it("does not exist in code: a YAML file begins with the same mark", async () => {
    const { passages, artifact } = await aTextReading({
      path: "a.yaml",
      text: "---\ntitle: T\n---\nb: 1\n",
    });
    expect(passages.map((p) => p.kind)).toEqual(["code"]);
    expect(artifact.title).toBe("a.yaml");
  });

  it("longer than a passage is cut at lines, all of it metadata (BUD-14)", async () => {
    const text = `---\ntitle: T\nlist:\n${"  - some value in a long list\n".repeat(400)}---\nText.\n`;
    const { passages } = await aTextReading({ text });
    expect(passages.length).toBeGreaterThan(3);
    expect(passages.slice(0, -1).every((p) => p.kind === "metadata")).toBe(true);
  });
});

describe("the title", () => {
  it("is the first top heading, else the first heading, else the file name", async () => {
    expect(await titleOf("## Preface\n\n# Real\n")).toBe("Real");
    expect(await titleOf("Intro\n\n## Only *this*\n")).toBe("Only this");
    expect(await titleOf("# \n\nText\n")).toBe("page.md");
    expect(await titleOf("<!-- # Comment -->\n\nText\n")).toBe("page.md");
  });
});

describe("the origin", () => {
  it("keeps the mark of agent-generated text, on files and on records", async () => {
    const text = "---\norigin: agent-generated\n---\nText.\n";
    expect((await aTextReading({ text })).artifact.origin).toBe("agent-generated");
    expect((await aTextReading({ text, source: "records" })).artifact.origin).toBe(
      "agent-generated",
    );
  });

  it("is rendered for pages of records, whatever else they say, and authored for files", async () => {
    const text = "---\norigin: authored\n---\nText.\n";
    expect((await aTextReading({ text, source: "records" })).artifact.origin).toBe("rendered");
    expect((await aTextReading({ text: "Text.\n" })).artifact.origin).toBe("authored");
  });
});
