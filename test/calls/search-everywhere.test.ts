import { describe, expect, it } from "vitest";
import { citationOf, type Hit, type SearchResponse } from "../../src/index.ts";
import {
  aKeptProject,
  aMessage,
  aNote,
  KEPT,
  observedAt,
  QUESTION,
} from "../builders/a-kept-project.ts";

const storeOf = ({ artifact }: Hit): string => artifact.split("/")[2] ?? "";
const reportOf = ({ completeness }: SearchResponse, name: string): unknown =>
  completeness.sources.find((source) => source.name === name);

describe("a search over every store", () => {
  it("asks files, sessions, memory and captures by default and says so (STO-03, ORD-02, ORD-12)", async () => {
    const engine = await (await aKeptProject()).open();
    const response = await engine.search(QUESTION);
    expect(response.hits.map(storeOf).toSorted()).toEqual([
      "captures",
      "files",
      "memory",
      "sessions",
    ]);
    expect(response.completeness.complete).toBe(true);
    expect(
      response.completeness.sources.map(({ name, status, hits }) => [name, status, hits]),
    ).toEqual([
      ["files", "ok", 1],
      ["sessions", "ok", 1],
      ["memory", "ok", 1],
      ["captures", "ok", 1],
    ]);
    expect(reportOf(response, "sessions")).toMatchObject({
      entries: 2,
      newestObserved: "2026-10-14T09:30:00Z",
    });
  });

  it("finds a decision of a session nobody wrote into a file, cited like one (STO-05, ORD-01)", async () => {
    const engine = await (await aKeptProject()).open();
    const { hits } = await engine.search("what did we decide about the harbor desk");
    const [hit] = hits;
    expect(hit).toMatchObject({
      artifact: KEPT.sessions[0]?.entry.ref,
      excerpt: KEPT.sessions[0]?.text,
      observed: { at: "2026-10-14T09:30:00Z", basis: "observed" },
      ageDays: 1,
      entry: { kind: "message", role: "user", session: "s1", marks: [] },
    });
    const { checks } = await engine.verify([citationOf(hit as Hit)]);
    expect(checks[0]).toMatchObject({ resolved: "exact" });
  });

  it("orders by the share of what each store could reach, and keeps each store's own score (STO-09)", async () => {
    const engine = await (await aKeptProject()).open();
    const { hits } = await engine.search(QUESTION);
    const shares = hits.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((left, right) => right - left));
    for (const { score, share } of hits) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(1);
      expect(score).toBeGreaterThan(share);
    }
  });

  it.each(["files", "sessions", "memory", "captures"] as const)(
    "asks nothing but %s when that is the only source named (ORD-12)",
    async (name) => {
      const engine = await (await aKeptProject()).open();
      const response = await engine.search(QUESTION, { sources: [name] });
      expect(response.hits.map(storeOf)).toEqual([name]);
      expect(response.completeness.complete).toBe(true);
      for (const source of response.completeness.sources) {
        expect(source.status).toBe(source.name === name ? "ok" : "not_asked");
      }
    },
  );

  it("says nothing of an index that was never built where only a store was asked", async () => {
    const engine = await (await aKeptProject({ sessions: KEPT.sessions })).open();
    const { gaps, completeness } = await engine.search("zeppelin", { sources: ["sessions"] });
    expect(gaps).toEqual([{ code: "term_unmatched", subject: "zeppelin" }]);
    expect(completeness.complete).toBe(true);
  });

  it("always asks the workspace's texts when no source is named, whatever the ranker (STO-04)", async () => {
    const engine = await (await aKeptProject()).open();
    for (const ranker of ["lexical", "exact", "reference"] as const) {
      const response = await engine.search(QUESTION, { ranker });
      expect(reportOf(response, "files")).toMatchObject({ status: "ok", hits: 1 });
      expect(response.hits.map(storeOf)).toContain("sessions");
    }
  });

  it("prints one branch for each store (DIA-07, ORD-05, ORD-10)", async () => {
    const workspace = await aKeptProject({ sessions: KEPT.sessions });
    const engine = await workspace.open();
    const { trace = [] } = await engine.search(QUESTION, {
      trace: true,
      sources: ["files", "sessions", "captures"],
    });
    expect(trace.filter(({ step }) => step === "search")).toEqual([
      { step: "search", detail: "content: lexical", count: 2 },
      { step: "search", detail: "sessions: lexical", count: 2 },
      { step: "search", detail: "memory: not asked", count: 0 },
      { step: "search", detail: "captures: nothing kept", count: 0 },
    ]);
    expect(trace.find(({ step }) => step === "fuse")?.count).toBe(2);
  });

  it("names a word as unmatched only when no store holds it", async () => {
    const engine = await (await aKeptProject()).open();
    const { gaps } = await engine.search("customs zeppelin");
    expect(gaps.filter(({ code }) => code === "term_unmatched")).toEqual([
      { code: "term_unmatched", subject: "zeppelin" },
    ]);
  });

  it("counts an entry without a time as undated, and never dates it by its import", async () => {
    const workspace = await aKeptProject({
      sessions: [aMessage("The ledger moved.", { time: { at: "unknown", basis: "unknown" } })],
    });
    const engine = await workspace.open();
    const { hits, gaps } = await engine.search("moved", { sources: ["sessions"] });
    expect(hits[0]).toMatchObject({ observed: { at: "unknown" }, ageDays: "unknown" });
    expect(gaps).toContainEqual({ code: "date_unknown", count: 1 });
  });
});

describe("who may be found", () => {
  const session = (id: string): Parameters<typeof aMessage>[1] => ({
    session: { agent: "claude-code", id, parentId: "none", agentId: "none" },
  });

  it("leaves out the sessions named, however much they would have filled (known failure: bleeding sessions)", async () => {
    const running = Array.from({ length: 150 }, (_, index) =>
      aMessage(`The ledger, the ledger: answer ${index} about the ledger.`, session("running")),
    );
    const earlier = aMessage(
      "Somebody mentioned the ledger once, among many other things.",
      session("earlier"),
    );
    const engine = await (await aKeptProject({ sessions: [...running, earlier] })).open();
    const options = { sources: ["sessions"], excludedSessions: ["running"] } as const;
    const { hits } = await engine.search("ledger", options);
    expect(hits.map(({ entry }) => entry?.session)).toEqual(["earlier"]);
  });

  it("hides what has no known project until it is asked for, and then marks it (SCO-03, SCO-07)", async () => {
    const stray = Array.from({ length: 120 }, (_, index) =>
      aMessage(`The ledger of another house, page ${index}.`, { attribution: "unknown" }),
    );
    const own = aMessage("Our own notes name the ledger only in passing, far from the beginning.");
    const engine = await (await aKeptProject({ sessions: [...stray, own] })).open();
    const hidden = await engine.search("ledger", { sources: ["sessions"] });
    expect(hidden.hits.map(({ artifact }) => artifact)).toEqual([own.entry.ref]);
    expect(reportOf(hidden, "sessions")).toMatchObject({ entries: 1 });
    const shown = await engine.search("ledger", {
      sources: ["sessions"],
      quarantined: true,
      limit: 100,
      capBytes: 1_000_000,
    });
    expect(shown.hits).toHaveLength(100);
    expect(shown.hits[0]?.entry?.quarantined).toBe(true);
    expect(shown.completeness.sources).toContainEqual(
      expect.objectContaining({ name: "sessions", entries: 121 }),
    );
  });

  it("keeps a superseded note behind what replaced it, and says so, even in an answer of one", async () => {
    const old = aNote("ledger ledger owner: the ledger owner is the harbor desk");
    const between = aNote("Between the two: owner of the ledger was nobody.", {
      path: "note/between",
    });
    const current = aNote(
      "It changed. After a long discussion the owner, for now, is the customs desk; see the ledger.",
      { path: "note/current" },
    );
    const chain = [
      { ...old, entry: { ...old.entry, supersededBy: between.entry.ref } },
      { ...between, entry: { ...between.entry, supersededBy: current.entry.ref } },
      current,
    ];
    const engine = await (await aKeptProject({ memory: chain })).open();
    const { hits } = await engine.search("ledger owner", { sources: ["memory"] });
    expect(hits.map(({ artifact }) => artifact)).toEqual(
      [current, between, old].map(({ entry }) => entry.ref),
    );
    expect(hits.map(({ entry }) => entry?.supersededBy ?? "none")).toEqual([
      "none",
      current.entry.ref,
      between.entry.ref,
    ]);
    const [first] = (await engine.search("ledger owner", { sources: ["memory"], limit: 1 })).hits;
    expect(first?.artifact).toBe(current.entry.ref);
  });

  it("shows who made a note in every hit of it (STO-02)", async () => {
    const engine = await (await aKeptProject()).open();
    const { hits } = await engine.search("customs desk", { sources: ["memory"] });
    expect(hits[0]).toMatchObject({ origin: "agent-generated", entry: { marks: ["agent"] } });
  });
});

describe("an index that is behind", () => {
  it("is brought up to date first where a call may write, and is called stale where it may not (PAR-02, PAR-08)", async () => {
    const workspace = await aKeptProject();
    const reader = await workspace.open();
    const before = await reader.search(QUESTION, { sources: ["sessions"], refresh: "off" });
    expect(before.hits).toEqual([]);
    expect(before.completeness.complete).toBe(false);
    expect(reportOf(before, "sessions")).toMatchObject({
      status: "stale",
      reason: "its index is behind: 2 entries are not in it",
    });
    expect(before.gaps).toContainEqual({
      code: "index_behind",
      subject: "sessions",
      detail: "2 entries are not in it",
    });
    const after = await reader.search(QUESTION, { sources: ["sessions"] });
    expect(after.hits).toHaveLength(1);
    expect(reportOf(after, "sessions")).toMatchObject({ status: "ok" });
  });

  it("is left alone when much is missing, until a refresh indexes it", async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => aMessage(`ledger entry ${index}`));
    const engine = await (await aKeptProject({ sessions: many })).open();
    const before = await engine.search("ledger", { sources: ["sessions"] });
    expect(reportOf(before, "sessions")).toMatchObject({ status: "stale" });
    expect((await engine.refresh()).indexedEntries).toBe(1_001);
    const after = await engine.search("ledger", { sources: ["sessions"] });
    expect(after.completeness.complete).toBe(true);
    expect(after.hits).toHaveLength(5);
  });

  it("holds nothing of an earlier text once an entry changed", async () => {
    const workspace = await aKeptProject({
      memory: [aNote("The ledger is red.", { path: "note/a" })],
    });
    const engine = await workspace.open();
    expect((await engine.search("red", { sources: ["memory"] })).hits).toHaveLength(1);
    await engine.close();
    const { keepEntries } = await import("../builders/kept-entries.ts");
    const changed = aNote("The ledger is blue.", {
      path: "note/a",
      time: observedAt("2026-10-13T08:00:00Z"),
      rank: 3,
    });
    await keepEntries(workspace.root, "memory", [changed]);
    const next = await workspace.open();
    expect((await next.search("red", { sources: ["memory"] })).hits).toEqual([]);
    expect((await next.search("blue", { sources: ["memory"] })).hits).toHaveLength(1);
  });
});
