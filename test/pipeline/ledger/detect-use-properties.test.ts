import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectUse } from "../../../src/pipeline/ledger/detect-use.ts";
import { aBundleRecord } from "../../builders/a-bundle-record.ts";

const RECORD = aBundleRecord([
  {
    path: "docs/a.md",
    lines: [1, 9],
    text: "The kiln controller waits until the shelf is cold enough.",
  },
  {
    path: "docs/b.md",
    lines: [1, 9],
    text: "A signed checklist stays beside the rollback sheet for years.",
  },
  { path: "docs/c.md", lines: [4, 9], text: "部署之前，操作员必须批准，并检查烧制曲线和回滚表。" },
  { verdict: "defer", expansions: ["section"] },
]);
const LABELS = RECORD.exhibits.map(({ label }) => label);

const PIECES = [
  ..."E1 [E2] (E1,E3) E1–E3 [E9] D1 docs/b.md:3 docs/c.md:1 artifact://files/docs/a.md".split(" "),
  ..."\n \n\n . ? 。 ` ``` > - # | ** [ ] ( ) < & \\ \r\n \t é 烧".split(" "),
  " waits until the shelf is cold enough",
  "stays beside the rollback sheet for years",
  "操作员必须批准，并检查烧制曲线和回滚表",
];
const answers = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(" ")),
  fc.string({ unit: "grapheme", maxLength: 200 }),
);

describe("what is found in any answer", () => {
  it("is of exhibits that exist, on lines that exist, and leaves every other exhibit unused", async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const use = await detectUse({ record: RECORD, answer, at: "", from: "file" });
        const used = new Set(use.used.map(({ label }) => label));
        expect(LABELS.filter((label) => !used.has(label))).toEqual(use.unused);
        expect([...used].every((label) => LABELS.includes(label))).toBe(true);
        const lineCount = answer.split(/\r\n|\r|\n/).length;
        const found = [...use.used, ...use.uncitedSentences, ...use.unknownCitations];
        for (const { line } of found) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lineCount);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is a citation on the line that it is said to be on", async () => {
    const line = fc.constantFrom("nothing", "says [E2] so", "", "see docs/b.md:3", "more words");
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        const answer = lines.join("\n");
        const use = await detectUse({ record: RECORD, answer, at: "", from: "file" });
        const said = lines.flatMap((text, at) => (/E2|docs/.test(text) ? [at + 1] : []));
        expect(use.used.map((found) => found.line)).toEqual(said);
        for (const { line: at, quote } of use.used) expect(lines[at - 1]).toContain(quote);
      }),
      { numRuns: 100 },
    );
  });
});
