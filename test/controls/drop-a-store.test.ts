import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Hit, SearchResponse } from "../../src/index.ts";
import { aKeptProject, QUESTION } from "../builders/a-kept-project.ts";
import type { TestWorkspace } from "../builders/a-workspace.ts";
import { type BuiltCommand, buildCommand } from "../builders/built-command.ts";
import { lockDatabase } from "../builders/locked-database.ts";
import { aSettledCopy } from "../builders/settled-copy.ts";

const STORES = ["sessions", "memory", "captures"] as const;
type Store = (typeof STORES)[number];

/** What is done to a store's file, and what the answer then says of it. */
const FAULTS = {
  removed: {
    status: "missing",
    reason: "it was kept before and its file is gone",
    inflict: async (path: string) => {
      for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
    },
  },
  locked: {
    status: "failed",
    reason: "another process keeps it locked",
    inflict: lockDatabase,
  },
  "overwritten in the middle": {
    status: "failed",
    reason: "it is damaged",
    inflict: async (path: string) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0xa5, 100, bytes.length));
    },
  },
  "replaced by something else": {
    status: "failed",
    reason: "it is damaged",
    inflict: async (path: string) => writeFileSync(path, "this is no database, ".repeat(500)),
  },
} as const;

/** A project whose stores are indexed, and that no process has open. */
async function anIndexedProject(): Promise<TestWorkspace> {
  const workspace = await aKeptProject();
  const engine = await workspace.open();
  await engine.search(QUESTION);
  await engine.close();
  return aSettledCopy(workspace);
}

/** The answer of a process of its own, which has let go of everything when it ends. */
async function searchIn(workspace: TestWorkspace): Promise<SearchResponse> {
  const { stdout } = await command.run(["search", QUESTION, "--json"], { cwd: workspace.root });
  return JSON.parse(stdout) as SearchResponse;
}

const pathOf = (workspace: TestWorkspace, store: Store): string =>
  join(workspace.dataFolder, `${store}.db`);
const isOf = ({ artifact }: Hit, store: Store): boolean =>
  artifact.startsWith(`artifact://${store}/`);

/** Everything of a hit but its place in the list. */
const unranked = (hits: readonly Hit[]): unknown =>
  // The command reads the real clock, the engine of a test its own.
  hits.map(({ rank: _rank, ageDays: _age, ...rest }) => rest);

function expectTheRest(whole: SearchResponse, rest: SearchResponse, store: Store): void {
  expect(unranked(rest.hits)).toEqual(unranked(whole.hits.filter((hit) => !isOf(hit, store))));
  const others = ({ completeness }: SearchResponse): unknown =>
    completeness.sources.filter(({ name }) => name !== store);
  expect(others(rest)).toEqual(others(whole));
}

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

describe.each(STORES)("control: the %s store", (store) => {
  it.each(Object.entries(FAULTS))(
    "when %s takes nothing from the others, and is named in the library's answer (PAR-01, PAR-04, STO-01)",
    async (_what, { status, reason, inflict }) => {
      const workspace = await anIndexedProject();
      const whole = await searchIn(workspace);
      expect(whole.hits.some((hit) => isOf(hit, store))).toBe(true);
      await inflict(pathOf(workspace, store));
      const engine = await workspace.open();
      const rest = await engine.search(QUESTION);
      expectTheRest(whole, rest, store);
      expect(rest.completeness.complete).toBe(false);
      const report = rest.completeness.sources.find(({ name }) => name === store);
      expect(report).toMatchObject({ status, hits: 0, newestObserved: "unknown" });
      expect(report?.reason).toContain(reason);
      expect(rest.gaps).toContainEqual({
        code: "source_failed",
        subject: store,
        detail: report?.reason,
      });
    },
    20_000,
  );

  it("when removed is named on the terminal and in JSON, with and without DEBUG (PAR-03, PAR-06, DIA-02)", async () => {
    const workspace = await anIndexedProject();
    await FAULTS.removed.inflict(pathOf(workspace, store));
    const run = async (words: readonly string[], env: Record<string, string> = {}) =>
      command.run(["search", QUESTION, ...words], { cwd: workspace.root, env });
    const text = await run([]);
    expect(text.status).toBe(0);
    expect(text.stdout).toContain(`! The source "${store}" is missing: it was kept before`);
    expect(text.stdout).toContain("This answer is incomplete.");
    expect(text.stdout.match(/kept before/g)).toHaveLength(1);
    const json = await run(["--json"]);
    const { completeness } = JSON.parse(json.stdout) as SearchResponse;
    expect(completeness.complete).toBe(false);
    const debugged = await run([], { DEBUG: "*" });
    expect(debugged.stdout).toBe(text.stdout);
    expect(debugged.stderr).toBe(text.stderr);
    const required = await run(["--require-complete"]);
    expect(required.status).toBe(3);
  }, 20_000);

  it("when it alone is asked and removed is no empty result (PAR-02, PAR-05, PAR-07)", async () => {
    const workspace = await anIndexedProject();
    await FAULTS.removed.inflict(pathOf(workspace, store));
    const words = ["search", QUESTION, "--source", store];
    const { status, stdout } = await command.run(words, { cwd: workspace.root });
    expect(status).toBe(3);
    expect(stdout).toContain("That is not the same as nothing there.");
  }, 20_000);
});

describe("control: the content store", () => {
  it.each([
    ["removed", FAULTS.removed.inflict],
    ["overwritten", FAULTS["overwritten in the middle"].inflict],
    ["replaced", FAULTS["replaced by something else"].inflict],
  ])(
    "when %s hides no entry, and not even its own texts (PAR-01)",
    async (_what, inflict) => {
      const workspace = await anIndexedProject();
      const whole = await searchIn(workspace);
      await inflict(join(workspace.dataFolder, "content.db"));
      const engine = await workspace.open();
      const rest = await engine.search(QUESTION);
      expect(unranked(rest.hits)).toEqual(unranked(whole.hits));
    },
    20_000,
  );

  it("when a newer program wrote it is reported as failed beside the entries found (PAR-02, PAR-08)", async () => {
    const workspace = await anIndexedProject();
    const { withContentDatabase } = await import("../builders/stored-rows.ts");
    withContentDatabase(workspace.dataFolder, (db) => db.exec("PRAGMA user_version = 999"));
    const engine = await workspace.open();
    const { hits, completeness, freshness, gaps } = await engine.search(QUESTION);
    expect(hits.map(({ artifact }) => artifact.split("/")[2]).toSorted()).toEqual(
      [...STORES].toSorted(),
    );
    expect(completeness.complete).toBe(false);
    expect(completeness.sources[0]).toMatchObject({ name: "files", status: "failed" });
    expect(freshness.projection.state).toBe("unavailable");
    expect(gaps[0]).toMatchObject({ code: "source_failed", subject: "content.db" });
    await expect(engine.search(QUESTION, { sources: ["files"] })).rejects.toMatchObject({
      code: "store_newer",
    });
  });
});

describe("control: every store at once", () => {
  it("leaves room for a whole hit and all signals in 2,000 bytes", async () => {
    const workspace = await anIndexedProject();
    for (const store of STORES) await FAULTS.removed.inflict(pathOf(workspace, store));
    const engine = await workspace.open();
    const { hits, completeness, budget } = await engine.search(QUESTION, { capBytes: 2_000 });
    expect(hits).toHaveLength(1);
    expect(hits[0]?.truncated).toBeUndefined();
    expect(completeness.sources.filter(({ status }) => status === "missing")).toHaveLength(3);
    expect(budget.usedBytes).toBeLessThanOrEqual(2_000);
  });

  it("leaves room for a whole entry and all signals in 2,000 bytes", async () => {
    const engine = await (await anIndexedProject()).open();
    const { hits } = await engine.search(QUESTION, { capBytes: 2_000, sources: ["sessions"] });
    expect(hits[0]).toMatchObject({ entry: { kind: "message" } });
    expect(hits[0]?.truncated).toBeUndefined();
  });
});
