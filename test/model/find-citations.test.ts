import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCitations } from "../../src/model/find-citations.ts";

const references = (text: string): string[] =>
  findCitations(text).map(({ reference }) => reference);

describe("citations in a text", () => {
  it("are found in the forms people and programs write", () => {
    expect(
      references(
        [
          "See docs/a.md:3-9, (b.txt:12) and [c](docs/c.md#L3-L9).",
          "Also `docs/my file.md:4`, ./src/x.ts:7:2 and ../up.md:1; Makefile is no citation.",
          "Full: artifact://files/docs/a.md@0123456789abcdef#L3-L9. And <artifact://records/p.md>.",
        ].join("\n"),
      ),
    ).toEqual([
      "docs/a.md:3-9",
      "b.txt:12",
      "docs/c.md:3-9",
      "docs/my file.md:4",
      "./src/x.ts:7",
      "../up.md:1",
      "artifact://files/docs/a.md@0123456789abcdef#L3-L9",
      "artifact://records/p.md",
    ]);
  });

  it("keep the version they are pinned to, as answers print it and as people join it", () => {
    const version = "0123456789abcdef";
    expect(
      references(
        [
          `docs/a.md:3-9 @${version}`,
          `See docs/b.md:3-9@${version}, (c.md#L3-L9@${version}) and d.md@${version}#L3-L9.`,
          `\`docs/my file.md:4 @${version}\`, \`e.md:1-2\` @${version} and docs/f.md@${version}.`,
          `g.md:5 @someone, h.md:6 @0123 and joe@${version}.example.com`,
        ].join("\n"),
      ),
    ).toEqual([
      `docs/a.md:3-9@${version}`,
      `docs/b.md:3-9@${version}`,
      `c.md:3-9@${version}`,
      `d.md@${version}:3-9`,
      `docs/my file.md:4@${version}`,
      `e.md:1-2@${version}`,
      `docs/f.md@${version}`,
      "g.md:5",
      "h.md:6",
    ]);
  });

  it("are not times, ports, addresses, versions or web pages", () => {
    const text =
      "At 12:30 on localhost:3000, 127.0.0.1:8080, example.com:443, https://example.com/a.md:80, v1.2:3, key: 5, 3:4";
    expect(references(text)).toEqual([]);
  });

  it("are named once, with every line they are cited on", () => {
    expect(findCitations("a.md:1\nx\r\na.md:1 a.md:1")).toEqual([
      { reference: "a.md:1", citedOnLines: [1, 3] },
    ]);
  });

  it("keep percent-encoded paths and brackets of full references", () => {
    expect(references("(artifact://files/a%20b(1).md@0123456789abcdef#L1-L2)")).toEqual([
      "artifact://files/a%20b(1).md@0123456789abcdef#L1-L2",
    ]);
  });

  it("are found wherever a place stands between spaces", () => {
    const path = fc
      .array(fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/), { minLength: 1, maxLength: 3 })
      .map((parts) => `${parts.join("/")}.md`);
    fc.assert(
      fc.property(path, fc.integer({ min: 1, max: 99_999 }), (file, line) => {
        expect(references(`so ${file}:${line} says`)).toEqual([`${file}:${line}`]);
      }),
    );
  });

  it("are looked for in any text in time that grows with it", () => {
    expect(references(`${"a/".repeat(50_000)} ${"a.".repeat(50_000)}`)).toEqual([]);
  });
});
