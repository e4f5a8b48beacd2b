import { describe, expect, it } from "vitest";
import { findDefinedNames } from "../../../src/pipeline/gather/defined-names.ts";
import { describeSection, shorten } from "../../../src/pipeline/gather/describe-section.ts";
import { findQualifiers } from "../../../src/pipeline/gather/qualifiers.ts";

const SOURCE = {
  title: "Locks",
  headingPath: ["Locks"],
  kind: "markdown",
  startLine: 1,
  notShown: [],
  byAuthor: "none",
} as const;

describe("the description of a section", () => {
  it.each([
    ["# Locks\n\nOne desk holds it. The rest waits.\n", "One desk holds it."],
    ["<!-- note -->\n\n> Quoted first\n> and on. Then more.\n", "Quoted first and on."],
    ["```ts\nconst a = 1;\n```\n", "const a = 1;"],
    ["// Opens the lock. Then\n// waits.\nfunction open() {}\n", "Opens the lock."],
    ["用户身份已确认。下一句。\n", "用户身份已确认。"],
    ["", ""],
  ])("begins with the first sentence of %j", (text, sentence) => {
    expect(describeSection({ ...SOURCE, text }).split("\n")[0]).toBe(`Locks: ${sentence}`);
  });

  it("is bounded whatever the text is", () => {
    const text = `${"word ".repeat(5_000)}\n${"- `name`: x\n".repeat(500)}`;
    const notShown = Array.from(
      { length: 500 },
      (_, index) => `Section ${index} ${"long ".repeat(50)}`,
    );
    const title = "t".repeat(5_000);
    const anchor = describeSection({
      ...SOURCE,
      title,
      headingPath: [title, title],
      text,
      notShown,
    });
    expect(anchor.length).toBeLessThan(900);
    expect(anchor).toContain("497 more");
  });

  it("says that a fix is confined, though its first sentence does not (DIS-21)", () => {
    const text =
      "## Deadlock\n\nThe deadlock is fixed.\n\nThe fix covers the import path only. The export path still deadlocks.\n";
    const anchor = describeSection({ ...SOURCE, headingPath: ["Locks", "Deadlock"], text });
    expect(anchor).toContain("The deadlock is fixed.");
    expect(anchor).not.toContain("export path");
    expect(anchor).toContain('Qualified by "only" L5, "still" L5.');
  });
});

describe("qualifiers", () => {
  it("are found as words, with their first lines, the most telling first", () => {
    const text =
      "It is not so.\nCommonly used.\nNot here, unless asked.\nIt is no\nlonger; no  longer at all.";
    expect(findQualifiers(text, 40)).toEqual([
      { word: "unless", line: 42 },
      { word: "no longer", line: 44 },
      { word: "not", line: 40 },
    ]);
  });
});

describe("defined names", () => {
  it("are those of code that others can name, and no local ones", () => {
    const code =
      "export const LIMIT = 5;\nexport async function openLock(id) {\n  const held = 1;\n  let mut = 2;\n}\npub fn take_lock() {}\nclass Lock:\n    def close(self):\n";
    expect(findDefinedNames(code, "code")).toEqual([
      "LIMIT",
      "openLock",
      "take_lock",
      "Lock",
      "close",
    ]);
  });

  it("are the terms that a document explains", () => {
    const text =
      "- `cap`: bytes\n- **limit**: hits\n| `zone` | UTC |\n### `open`\nThe `word` in a line.\n";
    expect(findDefinedNames(text, "markdown")).toEqual(["cap", "limit", "zone", "open"]);
  });
});

describe("shortening", () => {
  it("keeps one line, and cuts at a word", () => {
    expect(shorten(" a\n b ", 10)).toBe("a b");
    expect(shorten("one two three", 9)).toBe("one two…");
    expect(shorten("🚢🚢🚢🚢", 3)).toBe("🚢🚢…");
  });
});
