import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { citationOf, type Engine, type Hit } from "../../src/index.ts";
import { recordHash } from "../../src/sources/json-lines.ts";
import {
  aCapture,
  aKeptProject,
  aMessage,
  aNote,
  KEPT,
  QUESTION,
} from "../builders/a-kept-project.ts";
import { aTree } from "../builders/a-tree.ts";
import { damageEntryTexts } from "../builders/stored-rows.ts";

async function findOne(engine: Engine, source: "sessions" | "memory" | "captures"): Promise<Hit> {
  const { hits } = await engine.search(QUESTION, { sources: [source] });
  const [hit] = hits;
  if (hit === undefined) throw new Error(`nothing found in ${source}`);
  return hit;
}

describe("an entry that was found", () => {
  it.each(["sessions", "memory", "captures"] as const)(
    "in %s opens, verifies and explains by the citation it came with",
    async (source) => {
      const engine = await (await aKeptProject()).open();
      const hit = await findOne(engine, source);
      const opened = await engine.open(citationOf(hit));
      expect(opened.artifact).toBe(hit.artifact);
      expect(opened.text.trim()).toContain((hit.excerpt ?? "").trim());
      expect(opened.entry).toEqual(hit.entry);
      expect(opened.completeness.sources).toContainEqual(
        expect.objectContaining({ name: source, status: "ok", hits: 1 }),
      );
      const saved = {
        citation: citationOf(hit),
        excerptSha256: hit.citation.excerptSha256,
        excerpt: hit.excerpt ?? "",
      };
      const printed = `${hit.citation.path}#L${hit.citation.startLine}-L${hit.citation.endLine} @${hit.citation.version}`;
      const { checks } = await engine.verify([citationOf(hit), saved, printed]);
      expect(checks.map(({ resolved }) => resolved)).toEqual(["exact", "exact", "exact"]);
      const why = await engine.explain(QUESTION, hit.artifact);
      expect(why.rank).toBeGreaterThan(0);
      expect(why.score).toBeCloseTo(hit.score, 3);
    },
  );

  it("is quoted byte for byte, whatever characters it has", async () => {
    const text =
      "The ledger 帳簿 of the häfen 🙂 is kept.\r\nSecond line\u0000with a nul about the ledger.";
    const engine = await (await aKeptProject({ sessions: [aMessage(text)] })).open();
    const [hit] = (await engine.search("ledger 帳簿", { sources: ["sessions"] })).hits;
    expect(hit?.excerpt).toBe(text);
    expect((await engine.verify([citationOf(hit as Hit)])).checks[0]?.resolved).toBe("exact");
  });

  it("of a long capture shows the passage and not the beginning, under its lines", async () => {
    const lines = Array.from(
      { length: 3_000 },
      (_, index) => `step ${index} passed without remarks`,
    );
    lines[1_777] = "step 1777 FAILED: the zeppelin valve did not close";
    const engine = await (await aKeptProject({ captures: [aCapture(lines.join("\n"))] })).open();
    const [hit] = (await engine.search("zeppelin valve", { sources: ["captures"] })).hits;
    expect(hit?.excerpt).toContain("zeppelin valve");
    expect(hit?.citation.startLine).toBeGreaterThan(1_000);
    expect(hit?.citation.startLine).toBeLessThanOrEqual(1_778);
    expect(hit?.citation.endLine).toBeGreaterThanOrEqual(1_778);
  });

  it("whose stored bytes are another text is dropped and reported, never shown (CIT-04)", async () => {
    const workspace = await aKeptProject({
      sessions: [aMessage("The ledger is kept in the harbor.")],
    });
    const engine = await workspace.open();
    expect((await engine.search("harbor", { sources: ["sessions"] })).hits).toHaveLength(1);
    await engine.close();
    damageEntryTexts(workspace.dataFolder, "sessions");
    const next = await workspace.open();
    const { hits, gaps } = await next.search("harbor", { sources: ["sessions"] });
    expect(hits).toEqual([]);
    expect(gaps.some(({ code }) => code === "recovery_failed" || code === "source_failed")).toBe(
      true,
    );
  });
});

describe("an entry that was read from a file", () => {
  const record = Buffer.from('{"text":"The ledger is kept in the harbor."}\n');

  async function open(): Promise<{ readonly path: string; readonly engine: Engine }> {
    const folder = aTree({ "session.jsonl": Buffer.concat([Buffer.from("{}\n"), record]) });
    const path = join(folder, "session.jsonl");
    const locator = {
      path,
      startByte: 3,
      endByte: 3 + record.length,
      line: 2,
      sha256: recordHash(record),
      present: true,
    };
    const gone = { ...locator, path: join(folder, "swept.jsonl"), present: false };
    const entry = aMessage("The ledger is kept in the harbor.", { locators: [locator, gone] });
    return { path, engine: await (await aKeptProject({ sessions: [entry] })).open() };
  }

  async function stateIn(engine: Engine): Promise<unknown> {
    const { hits, freshness } = await engine.search("harbor", { sources: ["sessions"] });
    expect(freshness.projection.state).not.toBe("stale");
    return hits[0]?.citation.state;
  }

  it("is current as long as one file has its record, then changed, then gone, and stays quoted (CIT-10)", async () => {
    const { path, engine } = await open();
    expect(await stateIn(engine)).toBe("current");
    appendFileSync(path, "more\n");
    expect(await stateIn(engine)).toBe("current");
    writeFileSync(path, "x".repeat(200));
    expect(await stateIn(engine)).toBe("changed");
    rmSync(path);
    expect(await stateIn(engine)).toBe("gone");
    const { hits } = await engine.search("harbor");
    expect(hits[0]?.excerpt).toBe("The ledger is kept in the harbor.");
    const { checks } = await engine.verify(hits.map(citationOf));
    expect(checks[0]).toMatchObject({ resolved: "exact", citation: { state: "gone" } });
  });
});

describe("an entry that is cited and does not hold", () => {
  it("of an unknown reference is refused by name", async () => {
    const engine = await (await aKeptProject()).open();
    const reference = "artifact://sessions/claude-code/0000000000000000";
    await expect(engine.open(reference)).rejects.toMatchObject({ code: "entry_unknown" });
    const { checks } = await engine.verify([`${reference}@0123456789abcdef#L1-L2`]);
    expect(checks[0]).toMatchObject({ resolved: "version_unknown" });
    const empty = await (await aKeptProject({})).open();
    await expect(empty.open(reference)).rejects.toMatchObject({ code: "entry_unknown" });
  });

  it("of a store that cannot be read is judged alone: the other citations hold (PAR-01)", async () => {
    const workspace = await aKeptProject();
    const engine = await workspace.open();
    const { hits } = await engine.search(QUESTION);
    await engine.close();
    writeFileSync(join(workspace.dataFolder, "memory.db-wal"), "");
    writeFileSync(join(workspace.dataFolder, "memory.db"), "no database ".repeat(1_000));
    const next = await workspace.open();
    const { checks, completeness } = await next.verify(hits.map(citationOf));
    expect(completeness.complete).toBe(false);
    for (const { asked, resolved } of checks) {
      expect(resolved).toBe(asked.startsWith("artifact://memory/") ? "unavailable" : "exact");
    }
  });
});

describe("why an entry is not in an answer (ORD-04)", () => {
  const stray = aMessage("The ledger of another house.", { attribution: "unknown" });
  const silent = aMessage("Nothing about that subject at all.");

  it("is quarantine for one without a project, though it holds the words", async () => {
    const engine = await (await aKeptProject({ sessions: [stray] })).open();
    const why = await engine.explain("ledger house", stray.entry.ref);
    expect(why.rank).toBe("not_a_candidate");
    expect(why.reason).toContain("quarantine");
    expect(why.matched).toEqual(["ledger", "house"]);
  });

  it("is its words for one that holds none of the question's", async () => {
    const engine = await (await aKeptProject({ sessions: [silent] })).open();
    const why = await engine.explain("ledger", silent.entry.ref);
    expect(why).toMatchObject({
      rank: "not_a_candidate",
      reason: "no passage of it holds a word of the question",
      matched: [],
      unmatched: ["ledger"],
    });
  });

  it("is its rank for one below the hundred best, its index for one not indexed yet", async () => {
    const better = Array.from({ length: 120 }, (_, index) => aMessage(`ledger ledger ${index}`));
    const last = aMessage(`The ledger ${"and many other words ".repeat(40)}`);
    const engine = await (await aKeptProject({ sessions: [...better, last] })).open();
    const why = await engine.explain("ledger", last.entry.ref);
    expect(why.reason).toBe("it ranks below the first 100 passages of all stores");
    expect(why.score).not.toBe("unavailable");
    const unindexed = await (await aKeptProject({ memory: [aNote("The ledger is red.")] })).open();
    const note = aNote("The ledger is red.").entry.ref;
    const behind = await unindexed.explain("ledger", note, { refresh: "off" });
    expect(behind.reason).toContain("its index is behind");
  });
});

describe("status and doctor", () => {
  it("say of each store what it holds, how old and how large it is (STO-07, DIA-03, DIA-05)", async () => {
    const stray = aMessage("Elsewhere.", { attribution: "unknown" });
    const undated = aMessage("Some day.", { time: { at: "unknown", basis: "unknown" } });
    const sessions = [...KEPT.sessions, stray, undated];
    const engine = await (await aKeptProject({ sessions })).open();
    const { stores, completeness } = await engine.status();
    expect(stores.map(({ name, status }) => [name, status])).toEqual([
      ["sessions", "ok"],
      ["memory", "empty"],
      ["captures", "empty"],
    ]);
    expect(stores[0]?.counts).toMatchObject({
      entries: 4,
      undated: 1,
      quarantined: 1,
      unindexed: 4,
      newestObservedAt: "2026-10-14T09:30:00.000Z",
    });
    expect(completeness.sources).toContainEqual(
      expect.objectContaining({ name: "sessions", status: "stale" }),
    );
    const { findings } = await engine.doctor();
    const finding = findings.find(({ name }) => name === "store sessions");
    expect(finding).toMatchObject({ status: "warning" });
    expect(finding?.detail).toContain("4 entries, 1 undated, 1 in quarantine, 4 not indexed");
    expect(finding?.advice).toContain("exhibit refresh");
  });

  it("name a store whose rows do not check out, and advise against a new one (DIA-03)", async () => {
    const workspace = await aKeptProject();
    damageEntryTexts(workspace.dataFolder, "memory");
    const { findings } = await (await workspace.open()).doctor();
    const finding = findings.find(({ name }) => name === "store memory");
    expect(finding?.status).toBe("failed");
    expect(finding?.advice).toContain("Nothing can rebuild it");
    expect(findings.find(({ name }) => name === "store captures")?.status).toBe("warning");
  });
});
