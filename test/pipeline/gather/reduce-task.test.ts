import { describe, expect, it } from "vitest";
import { termOf } from "../../../src/analysis/term-of.ts";
import {
  isLongTask,
  MAX_TASK_WORDS,
  reduceTask,
} from "../../../src/pipeline/gather/reduce-task.ts";

const words = (count: number, prefix: string): readonly string[] =>
  Array.from(
    { length: count },
    (_, index) =>
      `${prefix}${String.fromCharCode(97 + (index % 26))}${"x".repeat(1 + Math.floor(index / 26))}`,
  );

const counts = (entries: readonly (readonly [string, number])[]) =>
  entries.map(([written, passages]) => ({ form: termOf(written), written, passages }));

describe("a pasted task", () => {
  it("keeps its rarest words by the index's own counts, in its own order", () => {
    const common = words(60, "common");
    const task = [...common.slice(0, 30), "zeppelin", ...common.slice(30), "harbor"].join(" ");
    const terms = counts([
      ...common.map((word) => [word, 900] as const),
      ["zeppelin", 2],
      ["harbor", 1],
    ]);
    const reduced = reduceTask(task, terms).split(" ");
    expect(reduced).toHaveLength(MAX_TASK_WORDS);
    expect(reduced.at(-1)).toBe("harbor");
    expect(reduced.indexOf("zeppelin")).toBe(30);
    expect(reduced.slice(0, 3)).toEqual(common.slice(0, 3));
  });

  it("leaves out words that nothing holds while others remain", () => {
    const held = words(MAX_TASK_WORDS, "held");
    const lost = words(40, "lost");
    const task = [...lost, ...held].join(" ");
    const terms = counts([
      ...held.map((word) => [word, 5] as const),
      ...lost.map((word) => [word, 0] as const),
    ]);
    expect(reduceTask(task, terms)).toBe(held.join(" "));
  });

  it("keeps an identifier whole, as rare as the rarest of its parts", () => {
    const common = words(50, "common");
    const task = ["refreshLedgerZeppelin", ...common].join(" ");
    const terms = counts([
      ...common.map((word) => [word, 900] as const),
      ["refresh", 400],
      ["ledger", 300],
      ["zeppelin", 3],
    ]);
    expect(reduceTask(task, terms).split(" ")[0]).toBe("refreshLedgerZeppelin");
  });

  it("is left as it is when it is short enough to be a question", () => {
    const question = words(MAX_TASK_WORDS, "word").join(" ");
    expect(isLongTask(question)).toBe(false);
    expect(reduceTask(question, [])).toBe(question);
    expect(isLongTask(`${question} onemore`)).toBe(true);
  });
});
