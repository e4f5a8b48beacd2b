import { describe, expect, it } from "vitest";
import { aKeptProject, aMessage, QUESTION } from "../builders/a-kept-project.ts";
import type { TestWorkspace } from "../builders/a-workspace.ts";
import { damageIndexRows } from "../builders/stored-rows.ts";

async function aDamagedIndex(): Promise<TestWorkspace> {
  const workspace = await aKeptProject();
  const engine = await workspace.open();
  expect((await engine.search(QUESTION)).hits).toHaveLength(4);
  await engine.close();
  expect(damageIndexRows(workspace.dataFolder, "sessions")).toBeGreaterThan(0);
  return workspace;
}

describe("control: index rows of a store are damaged", () => {
  it("is no smaller answer: the index is made anew from the texts, and the answer says so (COR-20)", async () => {
    const engine = await (await aDamagedIndex()).open();
    const { hits, gaps, completeness } = await engine.search(QUESTION);
    expect(hits).toHaveLength(4);
    expect(completeness.complete).toBe(true);
    expect(gaps).toContainEqual(
      expect.objectContaining({ code: "index_damaged", subject: "sessions" }),
    );
    expect((await engine.search(QUESTION)).gaps).toEqual([]);
  });

  it("is a failed store, with what is damaged, where nothing may be written (PAR-02)", async () => {
    const engine = await (await aDamagedIndex()).open();
    const { hits, gaps, completeness } = await engine.search(QUESTION, { refresh: "off" });
    expect(hits).toHaveLength(3);
    expect(completeness.complete).toBe(false);
    const report = completeness.sources.find(({ name }) => name === "sessions");
    expect(report).toMatchObject({ status: "failed" });
    expect(report?.reason).toMatch(/^its index is damaged \(\w+ \d+ of segment \d+\)$/);
    expect(gaps).toContainEqual(
      expect.objectContaining({ code: "source_failed", subject: "sessions" }),
    );
  });

  it("is mended by a refresh that builds anew, however many entries there are", async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => aMessage(`ledger page ${index}`));
    const workspace = await aKeptProject({ sessions: many });
    const first = await workspace.open();
    await first.refresh();
    await first.close();
    damageIndexRows(workspace.dataFolder, "sessions");
    const engine = await workspace.open();
    const before = await engine.search("ledger", { sources: ["sessions"] });
    expect(before.completeness.sources).toContainEqual(
      expect.objectContaining({ name: "sessions", status: "failed" }),
    );
    expect((await engine.refresh({ rebuild: true })).indexedEntries).toBe(1_200);
    const after = await engine.search("ledger", { sources: ["sessions"] });
    expect(after.hits).toHaveLength(5);
    expect(after.completeness.complete).toBe(true);
  });
});
