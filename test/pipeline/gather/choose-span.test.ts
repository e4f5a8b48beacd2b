import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openO200kCounter } from "../../../src/host/o200k-counter.ts";
import {
  chooseSpan,
  MAX_SPAN_TOKENS,
  weighTerms,
} from "../../../src/pipeline/gather/choose-span.ts";
import { type Cut, cutLines } from "../../../src/pipeline/gather/version-text.ts";
import { aVersionText } from "../../builders/an-offer-source.ts";

const filler = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, line) => `Line ${line} says what the ledger of a desk is for.`);

async function spanOf(
  lines: readonly string[],
  weights: Readonly<Record<string, number>> = {},
): Promise<Cut> {
  const version = await aVersionText({ path: "a.txt", text: `${lines.join("\n")}\n` });
  const counter = await openO200kCounter();
  const whole = cutLines(version, 1, lines.length);
  return chooseSpan(version, whole, { weights: new Map(Object.entries(weights)), counter });
}

describe("the span of a long passage", () => {
  it("stands where the rarest terms stand, however often common ones stand elsewhere", async () => {
    const lines = [...filler(80), "The zeppelin is here.", ...filler(80)];
    const span = await spanOf(lines, { zeppelin: 5, ledger: 0.2, desk: 0.2 });
    expect(span.text).toContain("The zeppelin is here.");
    expect(span.startLine).toBeGreaterThan(40);
  });

  it("counts a term once, and takes the window that holds the most of them together", async () => {
    const lines = [
      ...Array.from(
        { length: 40 },
        () => "alpha alpha alpha alpha alpha alpha alpha alpha alpha alpha",
      ),
      ...filler(60),
      "alpha and beta",
      ...filler(60),
    ];
    const span = await spanOf(lines, { alpha: 2, beta: 2 });
    expect(span.text).toContain("alpha and beta");
  });

  it("is the first of windows that are as good, and as long as fits", async () => {
    const span = await spanOf(filler(120), { ledger: 1 });
    const counter = await openO200kCounter();
    expect(span.startLine).toBe(1);
    expect(counter.count(`${span.text}\n${filler(120)[span.endLine]}`)).toBeGreaterThan(
      MAX_SPAN_TOKENS - 5,
    );
  });

  it("knows a word by its stem, as the index does", async () => {
    const lines = [...filler(60), "It was deployed then.", ...filler(60)];
    expect((await spanOf(lines, { deploy: 3 })).text).toContain("It was deployed then.");
  });

  it("is a whole passage that fits", async () => {
    const span = await spanOf(filler(5), { ledger: 1 });
    expect([span.startLine, span.endLine]).toEqual([1, 5]);
  });

  it("is the beginning of the best line where no line fits, cut between characters", async () => {
    const long = "🚢 word ".repeat(900);
    const span = await spanOf([long, `zeppelin ${long}`], { zeppelin: 3 });
    expect(span.wholeLines).toBe(false);
    expect(span.text.startsWith("zeppelin 🚢 word")).toBe(true);
    expect(span.text).not.toContain("\ufffd");
    expect([span.startLine, span.endLine]).toEqual([2, 2]);
  });

  it("never exceeds its tokens, and is exactly its lines", async () => {
    const counter = await openO200kCounter();
    const line = fc.constantFrom(
      "",
      "  ",
      "{};();[]",
      "word ".repeat(30),
      "用户身份".repeat(20),
      "a\tb",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 120 }), async (lines) => {
        const span = await spanOf(lines, { word: 1 });
        expect(counter.count(span.text)).toBeLessThanOrEqual(MAX_SPAN_TOKENS);
        expect(span.text).toBe(lines.slice(span.startLine - 1, span.endLine).join("\n"));
      }),
      { numRuns: 60 },
    );
  });
});

describe("the weights of a task's terms", () => {
  it("are rarer the fewer passages of all stores hold them", () => {
    const term = (form: string, passages: number) => ({ form, written: form, passages });
    const weights = weighTerms([
      { passageCount: 100, terms: [term("ledger", 40), term("zeppelin", 0)] },
      { passageCount: 10, terms: [term("ledger", 10), term("zeppelin", 1)] },
    ]);
    expect(weights.get("ledger")).toBeCloseTo(Math.log(1 + (110 - 50 + 0.5) / 50.5), 12);
    expect(weights.get("zeppelin")).toBeCloseTo(Math.log(1 + (110 - 1 + 0.5) / 1.5), 12);
  });
});
