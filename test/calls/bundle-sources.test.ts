import { describe, expect, it } from "vitest";
import { parsePool, serialize } from "../../src/index.ts";
import { GENERATOR_NAMES } from "../../src/model/candidate.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { gatherForTest } from "../builders/gather-for-test.ts";

const TASK = "which desk owns the ledger?";
const WIDE = { capTokens: 8_000, capBytes: 60_000 };

function aDesk(): TestWorkspace {
  return aWorkspace({
    "docs/owners.md": aPage("Owners", "The signal desk owns the ledger."),
    "docs/kilns.md": aPage("Kilns", "A kiln cools before the desk opens it."),
  });
}

describe("what a bundle is made from", () => {
  it("includes notes, recalled from the memory, and output that was captured (CAN-04)", async () => {
    const workspace = aDesk();
    const engine = await workspace.open();
    await engine.remember("The harbor desk kept the ledger until March.");
    await engine.put(Buffer.from("ledger owner: signal desk\n"), { label: "owners" });
    const pool = await gatherForTest(workspace, TASK);
    const generators = new Set(pool.candidates.map(({ generator }) => generator));
    expect(generators).toContain("memory_recall");
    expect(generators).toContain("tool_search");
  });

  it("may be a pool from generators that this program does not run (CAN-04)", async () => {
    const workspace = aDesk();
    const pool = await gatherForTest(workspace, TASK);
    const engine = await workspace.open();
    for (const generator of GENERATOR_NAMES) {
      const renamed = {
        ...pool,
        candidates: pool.candidates.map((candidate) => ({ ...candidate, generator })),
        generators: pool.generators.map((report) => ({ ...report, generator })),
      };
      const own = await parsePool(serialize(renamed), "own.json");
      const { exhibits } = await engine.bundle(TASK, {
        ...{ pool: own, policy: "preload-all", record: false },
        ...WIDE,
      });
      expect({ generator, count: exhibits.length }).toEqual({
        generator,
        count: pool.candidates.length,
      });
    }
    const unknown = serialize(pool).replaceAll("lexical_search", "tea_leaves");
    await expect(parsePool(unknown, "own.json")).rejects.toMatchObject({ code: "pool_invalid" });
  });

  it("is a candidate once a search surfaced it, and admitted once the bundle shows it, not before (ADM-02, ADM-03)", async () => {
    const workspace = aDesk();
    const engine = await workspace.open();
    const { hits } = await engine.search(TASK, { limit: 20 });
    const bundle = await engine.bundle(TASK, WIDE);
    const { entry } = await engine.ledgerEntry(bundle.ledger);
    const found = new Set(entry.record.candidates.map(({ artifact }) => artifact));
    expect(hits.length).toBeGreaterThan(1);
    for (const { artifact } of hits) expect(found).toContain(artifact);
    const { bundles } = await engine.ledger();
    expect(bundles[0]).toMatchObject({
      candidates: entry.record.candidates.length,
      admitted: bundle.exhibits.length,
    });
    expect(bundle.exhibits.length).toBeLessThan(entry.record.candidates.length);
    const none = await engine.bundle(TASK, { ...WIDE, policy: "none" });
    const [line] = (await engine.ledger()).bundles;
    expect(none.exhibits).toEqual([]);
    expect(line).toMatchObject({ candidates: entry.record.candidates.length, admitted: 0 });
  });
});

describe("a large output", () => {
  it("stays outside the context as an artifact; what is shown of it is a small part with a place (DIS-19)", async () => {
    const workspace = aDesk();
    const engine = await workspace.open();
    const filler = "compiled module without a warning\n".repeat(30_000);
    const output = Buffer.from(`${filler}error: the ledger desk is locked\n${filler}`);
    const kept = await engine.put(output, { label: "build", query: "ledger desk locked" });
    expect(Buffer.byteLength(serialize(kept))).toBeLessThanOrEqual(12_000);
    const bundle = await engine.bundle("why is the ledger desk locked?", {
      ...{ sources: ["captures"], capTokens: 2_000, capBytes: 12_000 },
    });
    expect(output.length).toBeGreaterThan(1_000_000);
    expect(bundle.budget.usedBytes).toBeLessThanOrEqual(12_000);
    const shown = [...bundle.exhibits, ...bundle.deferred];
    expect(shown.every(({ artifact }) => artifact.startsWith("artifact://captures/"))).toBe(true);
    expect(shown.length).toBeGreaterThan(0);
    // All of it is still there for whoever opens it.
    const [first] = shown;
    if (first === undefined) throw new Error("nothing of the output was shown");
    const { totalLines } = await engine.open(first.artifact, {
      startLine: 30_001,
      endLine: 30_001,
    });
    expect(totalLines).toBeGreaterThanOrEqual(60_001);
  });
});

describe("writing down, searching and reading back", () => {
  it("are three calls: a search shows passages of a note, and only opening it shows all (DIS-20)", async () => {
    const engine = await aDesk().open();
    const paragraphs = Array.from(
      { length: 60 },
      (_, index) =>
        `## Shift ${index}\n\nThe quay desk of shift ${index} keeps crane number ${index}.`,
    );
    const { note } = await engine.remember(paragraphs.join("\n\n"), { title: "Shifts" });
    const { hits } = await engine.search("crane number 41", { sources: ["memory"], limit: 1 });
    const [hit] = hits;
    expect(hit?.artifact).toBe(note.artifact);
    expect(hit?.excerpt).toContain("crane number 41");
    expect(hit?.excerpt?.length).toBeLessThan(paragraphs.join("\n\n").length / 2);
    const { text } = await engine.open(note.artifact, { capBytes: 60_000 });
    expect(text).toContain("crane number 0.");
    expect(text).toContain("crane number 59.");
  });

  it("show as much of a passage as is asked for: its name, a few lines, itself, or all of its text (DIS-18)", async () => {
    const engine = await aDesk().open();
    const long = Array.from(
      { length: 40 },
      (_, index) => `Crane ${index} belongs to the quay desk.`,
    );
    await engine.remember(`# Cranes\n\n${long.join("\n")}\n\n# Kilns\n\nKilns cool at night.`);
    const sizes: number[] = [];
    for (const detail of ["identity", "anchor", "section", "full"] as const) {
      const { hits } = await engine.search("quay desk crane", {
        ...{ detail, sources: ["memory"], limit: 1, capBytes: 60_000 },
      });
      sizes.push(hits[0]?.excerpt?.length ?? 0);
    }
    expect(sizes[0]).toBe(0);
    expect([...sizes].sort((left, right) => left - right)).toEqual(sizes);
    expect(new Set(sizes).size).toBe(4);
  });
});
