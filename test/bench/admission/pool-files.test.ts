import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { freezeSet } from "../../../bench/admission/freeze-set.ts";
import type { LabelledPool } from "../../../bench/admission/labelled-pool.ts";
import { readPools, writePools } from "../../../bench/admission/pool-files.ts";
import { loadEvalSet } from "../../../bench/quality/eval-set.ts";
import { openO200kCounter } from "../../../src/host/o200k-counter.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function aSet(): { readonly root: string; readonly set: string } {
  const root = mkdtempSync(join(tmpdir(), "exhibit-pools-"));
  folders.push(root);
  const set = join(root, "tiny");
  mkdirSync(join(set, "corpus"), { recursive: true });
  const sections = ["Opening", "Closing", "Rust"].map(
    (name) => `## ${name}\n\nThe valve and its ${name.toLowerCase()}: ärmel ${name}.\n`,
  );
  writeFileSync(join(set, "corpus", "valve.md"), `# Valve\n\n${sections.join("\n")}`);
  const questions = [
    {
      id: "1",
      question: "opening the valve",
      gold: [{ doc: "valve", heading: "Opening" }],
      traps: [{ doc: "valve", heading: "Rust" }],
    },
    { id: "2", question: "valve prices", gold: [], label: "UNANSWERABLE" },
  ];
  const lines = questions.map((question) => JSON.stringify(question)).join("\n");
  writeFileSync(join(set, "questions.jsonl"), lines);
  return { root, set };
}

async function freeze(folder: string): Promise<LabelledPool[]> {
  const counter = await openO200kCounter();
  const pools: LabelledPool[] = [];
  for await (const pool of freezeSet(loadEvalSet(folder), { counter, others: [] })) {
    pools.push(pool);
  }
  return pools;
}

describe("freezeSet", () => {
  it("freezes each question with and without what answers it, scores of stage one and labels apart (CAN-16)", async () => {
    const pools = await freeze(aSet().set);
    expect(pools.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "answerable 1",
      "gold_removed 1",
      "unanswerable 2",
    ]);
    const [answerable, removed] = pools;
    const [first] = answerable?.pool.candidates ?? [];
    expect(first).toMatchObject({ id: "c1", rank: 1, headingPath: ["Valve", "Opening"] });
    expect(answerable?.labels["c1"]).toBe("required");
    expect(Object.values(answerable?.labels ?? {})).toContain("trap");
    expect(JSON.stringify(answerable?.pool)).not.toContain("required");
    const section = first?.offers.find(({ granularity }) => granularity === "section");
    expect(section?.text).toBe("## Opening\n\nThe valve and its opening: ärmel Opening.");
    const headings = removed?.pool.candidates.map(({ headingPath }) => headingPath.at(-1));
    expect(headings).not.toContain("Opening");
    expect(removed?.requiredOutside).toBe(1);
  });
});

describe("pools in files", () => {
  it("come back as they were written", async () => {
    const { root, set } = aSet();
    const pools = await freeze(set);
    writePools(root, "tiny", pools);
    const read = readPools("tiny", join(root, "tiny.pools.json"), join(root, "tiny.labels.json"));
    expect(read.map(({ pool, labels, kind, half }) => ({ pool, labels, kind, half }))).toEqual(
      pools.map(({ pool, labels, kind, half }) => ({ pool, labels, kind, half })),
    );
  });

  it("are refused without labels, with labels of nothing, and with labels that are none", async () => {
    const { root, set } = aSet();
    const [first, ...others] = await freeze(set);
    if (first === undefined) throw new Error("nothing was frozen");
    writePools(root, "tiny", [first]);
    writePools(root, "all", [first, ...others]);
    const file = (name: string): string => join(root, name);
    const read = (pools: string, labels: string) => () =>
      readPools("tiny", file(pools), file(labels));
    expect(read("all.pools.json", "tiny.labels.json")).toThrow("no labels for the pool");
    expect(read("tiny.pools.json", "all.labels.json")).toThrow("has no pool");
    const label = (labels: object): void =>
      writeFileSync(
        file("own.labels.json"),
        JSON.stringify([{ id: `${first.kind} ${first.id}`, labels }]),
      );
    label({ c1: "great" });
    expect(read("tiny.pools.json", "own.labels.json")).toThrow("calls c1 great");
    label({ c99: "required" });
    expect(read("tiny.pools.json", "own.labels.json")).toThrow("c99, which is not in its pool");
  });
});
