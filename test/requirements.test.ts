import { describe, expect, it } from "vitest";
import { readProjectPages } from "./builders/project-pages.ts";
import { parseTestTitles, readTestTitles } from "./builders/test-titles.ts";

const GROUPS =
  "COR LEX CIT BUD FRE REF AUT BEN CAN ADM GRA DIS LED FAI EXP FAL STO ORD TIM PAR SCO DIA";
// Only these prefixes: "UTF-16" looks like an id and is none.
const ID = new RegExp(`\\b(?:${GROUPS.replaceAll(" ", "|")})-\\d\\d\\b`, "g");

const idsIn = (text: string): readonly string[] => text.match(ID) ?? [];

const page = readProjectPages().find(({ path }) => path === "docs/requirements.md");
const listed = (page?.prose ?? []).filter(({ text }) => text.startsWith("- **"));
const titles = readTestTitles();

describe("the list of requirements", () => {
  it("has a line for every id that a test cites", () => {
    const known = new Set(listed.flatMap(({ text }) => idsIn(text)));
    const missing = titles.filter(({ fullName }) => idsIn(fullName).some((id) => !known.has(id)));
    expect(missing.map(({ file, fullName }) => `${file}: ${fullName}`)).toEqual([]);
  });

  it("has no line that no test proves", () => {
    const cited = new Set(titles.flatMap(({ fullName }) => idsIn(fullName)));
    const unproven = listed.filter(({ text }) => idsIn(text).some((id) => !cited.has(id)));
    expect(unproven.map(({ text }) => text)).toEqual([]);
  });

  it("names each id once, sorted, as one short sentence under the heading of its group", () => {
    const ids = listed.map(({ text }) => /^- \*\*([A-Z]{3}-\d\d)\*\* [A-Z].*\.$/.exec(text)?.[1]);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    let group = "";
    let last = "";
    for (const { text, place } of page?.prose ?? []) {
      const heading = /^## ([A-Z]{3}): /.exec(text)?.[1];
      if (heading !== undefined) [group, last] = [heading, ""];
      const id = /^- \*\*([A-Z]{3}-\d\d)/.exec(text)?.[1];
      if (id === undefined) continue;
      expect(id.slice(0, 3), place).toBe(group);
      expect(id > last, `${place} is out of order`).toBe(true);
      last = id;
    }
  });

  it("sees titles with at most three ids, because one test proves few things", () => {
    const crowded = titles.filter(({ fullName }) => new Set(idsIn(fullName)).size > 3);
    expect(crowded.map(({ file, fullName }) => `${file}: ${fullName}`)).toEqual([]);
  });
});

describe("the reader of titles", () => {
  it("finds titles in blocks, in tables of cases and in templates, and nothing in comments", () => {
    const source = [
      'describe("outer (FRE-01)", () => {',
      '  it("keeps a date (FRE-06)", () => {});',
      "  it.each([1, 2])(`counts %d (BUD-03, BUD-05)`, () => {});",
      `  it(\`reads \${name} \` + "whole (COR-23)", () => {});`,
      '  // it("is a comment (REF-01)", () => {});',
      '  note("is no test (REF-02)");',
      "});",
    ].join("\n");
    expect(parseTestTitles("a.test.ts", source)).toEqual([
      {
        file: "a.test.ts",
        fullName: "outer (FRE-01) keeps a date (FRE-06)",
        sentence: "outer keeps a date",
      },
      {
        file: "a.test.ts",
        fullName: "outer (FRE-01) counts %d (BUD-03, BUD-05)",
        sentence: "outer counts %d",
      },
      {
        file: "a.test.ts",
        fullName: "outer (FRE-01) reads … whole (COR-23)",
        sentence: "outer reads … whole",
      },
    ]);
  });

  it("reads real files, so that the rules above cannot hold for nothing", () => {
    expect(new Set(titles.map(({ file }) => file)).size).toBeGreaterThan(3);
  });
});
