import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gatherPool } from "../../src/calls/gather-pool.ts";
import { openO200kCounter } from "../../src/host/o200k-counter.ts";
import { citationOf } from "../../src/index.ts";
import { type Candidate, GENERATOR_NAMES } from "../../src/model/candidate.ts";
import type { Pool } from "../../src/model/pool.ts";
import { GRANULARITIES } from "../../src/model/representation.ts";
import { aKeptProject, aMessage, aNote, KEPT, QUESTION } from "../builders/a-kept-project.ts";
import { aPage, aWorkspace, OCTOBER_15, type TestWorkspace } from "../builders/a-workspace.ts";
import { gatherIn, openCallsOf } from "../builders/open-calls-of.ts";
import { aSettledCopy } from "../builders/settled-copy.ts";
import { damageIndexRows, withContentDatabase } from "../builders/stored-rows.ts";

const DOCS = {
  "docs/owners.md": aPage(
    "Record ownership",
    "The harbor desk owns the ledger.\n\n## Decision ownership\n\nThe signal desk decides, except on Mondays.\n\n## Lock acquisition sequence\n\nTake `lockA`, then `lockB`.",
  ),
  "docs/old.md": aPage("Old ledger rules", "The customs desk owned the ledger once.", "2020-01-01"),
  "src/open-ledger.ts":
    "/** Opens the ledger of a desk. */\nexport function openLedger(desk: string): string {\n  return desk;\n}\n",
  "CLAUDE.md": "# Notes\n\nAlways ask the harbor desk before the ledger is touched.\n",
};

const of = (pool: Pool, artifact: string): Candidate => {
  const found = pool.candidates.find((candidate) => candidate.artifact.endsWith(artifact));
  if (found === undefined) throw new Error(`no candidate of ${artifact}`);
  return found;
};

const kinds = (pool: Pool): readonly string[] =>
  pool.candidates.map(({ generator, source }) => `${generator}/${source}`);

describe("gathering candidates", () => {
  it("returns records, and nothing that a reader could take for a bundle (CAN-01)", async () => {
    const workspace = aWorkspace(DOCS);
    const gathered = await gatherIn(workspace, "who owns the ledger");
    expect(Object.keys(gathered.pool)).toEqual([
      "schema",
      "task",
      "counter",
      "generators",
      "candidates",
    ]);
    expect(existsSync(join(workspace.dataFolder, "ledger.db"))).toBe(false);
  });

  it("ends at one kind of record, whatever surfaced it (CAN-02, CAN-22)", async () => {
    const workspace = await aKeptProject();
    const { pool } = await gatherIn(workspace, `${QUESTION}, see docs/owners.md`, {
      files: ["docs/owners.md:5-7"],
      recent: 1,
    });
    expect(new Set(kinds(pool))).toEqual(
      new Set([
        "lexical_search/files",
        "lexical_search/sessions",
        "memory_recall/memory",
        "tool_search/captures",
        "identifier_lookup/files",
        "file_lookup/files",
        "timeline/sessions",
      ]),
    );
    const [first] = pool.candidates;
    const fields = Object.keys(first ?? {}).sort();
    for (const candidate of pool.candidates) {
      expect(Object.keys(candidate).sort()).toEqual(fields);
      expect(GENERATOR_NAMES).toContain(candidate.generator);
    }
  });

  it("names for each its artifact, its generator, its rank and its score or that there is none (CAN-06, CAN-07, CAN-08)", async () => {
    const workspace = aWorkspace(DOCS);
    const { pool } = await gatherIn(workspace, "who owns the ledger");
    const engine = await workspace.open();
    for (const candidate of pool.candidates) {
      expect(candidate.generator).toBe("lexical_search");
      expect(candidate.rank).toBeGreaterThan(0);
      expect(candidate.score).toBeGreaterThan(0);
      const { document } = await resolve(engine, candidate);
      expect(document).toBe(candidate.artifact);
    }
  });

  it("keeps the score of before any reordering, beside the order of after it", async () => {
    const workspace = aWorkspace({
      ...DOCS,
      "docs/list.md": `# List\n\n${"ledger owner desk ".repeat(40)}\n`,
    });
    const { pool } = await gatherIn(workspace, "who owns the ledger of the harbor desk");
    const ranks = pool.candidates.map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.map((_, index) => index + 1));
    const [report] = pool.generators;
    for (const { score } of pool.candidates) {
      expect(score === "unavailable" ? 0 : score).toBeLessThanOrEqual(Number(report?.ceiling));
    }
  });

  it("offers each granularity there is, the tokens of each counted again to the same number (CAN-10, CAN-11)", async () => {
    const { pool } = await gatherIn(aWorkspace(DOCS), "who owns the ledger");
    const counter = await openO200kCounter();
    expect(pool.counter).toBe(counter.name);
    for (const { offers } of pool.candidates) {
      for (const { granularity, text, tokens } of offers) {
        expect(GRANULARITIES).toContain(granularity);
        expect(tokens).toBeGreaterThan(0);
        if (text !== "deferred") expect(tokens).toBe(counter.count(text));
      }
    }
  });

  it("says of each whose words it is and which project it belongs to (CAN-12, SCO-08, AUT-08)", async () => {
    const workspace = aWorkspace(DOCS);
    const parts = await openCallsOf(workspace);
    const { pool } = await gatherIn(workspace, "ask the harbor desk about the ledger");
    expect(of(pool, "CLAUDE.md").provenance).toBe("project-note");
    expect(of(pool, "owners.md").provenance).toBe("workspace-file");
    for (const { scope } of pool.candidates) expect(scope).toBe(parts.project.name);
    expect(pool.task.scope).toBe(parts.project.name);
  });

  it("names what memory, sessions and captures hold by who said it, whatever they say (CAN-22, AUT-08)", async () => {
    const { pool } = await gatherIn(await aKeptProject(), QUESTION);
    const bySource = Object.fromEntries(
      pool.candidates.map(({ source, provenance }) => [source, provenance]),
    );
    expect(bySource).toEqual({
      files: "workspace-file",
      sessions: "user-instruction",
      memory: "memory",
      captures: "tool-output",
    });
  });

  it("decides how old each is, so that nothing later reads a clock (FRE-23)", async () => {
    const { pool } = await gatherIn(aWorkspace(DOCS), "who owned the ledger", { maxAgeDays: 30 });
    expect(of(pool, "owners.md")).toMatchObject({ ageDays: 14, ageClass: "dated" });
    expect(of(pool, "old.md")).toMatchObject({ ageClass: "outdated" });
    expect(of(pool, "CLAUDE.md")).toMatchObject({ ageDays: "unknown", ageClass: "unknown" });
  });

  it("keeps with each its title and its section (CIT-13)", async () => {
    const { pool } = await gatherIn(aWorkspace(DOCS), "which lock is taken first");
    const candidate = pool.candidates.find(({ headingPath }) => headingPath.length > 1);
    expect(candidate).toMatchObject({
      artifact: "artifact://files/docs/owners.md",
      title: "Record ownership",
      headingPath: ["Record ownership", "Lock acquisition sequence"],
    });
  });

  it("tells a fragment from its artifact, and counts both (CAN-17, CAN-18)", async () => {
    const { pool } = await gatherIn(aWorkspace(DOCS), "desk ledger lock decides");
    const fragments = pool.candidates.filter(({ artifact }) => artifact.endsWith("docs/owners.md"));
    expect(new Set(fragments.map(({ fragment }) => fragment)).size).toBe(3);
    expect(pool.generators[0]).toMatchObject({
      candidates: pool.candidates.length,
      artifacts: new Set(pool.candidates.map(({ artifact }) => artifact)).size,
    });
  });

  it("cites exactly what each exact offer shows: every citation verifies (CAN-14)", async () => {
    const workspace = aWorkspace(DOCS);
    const { pool } = await gatherIn(workspace, "desk ledger lock decides", {
      files: ["docs/owners.md:8-12"],
    });
    const engine = await workspace.open();
    for (const { artifact, offers } of pool.candidates) {
      for (const { citation, fidelity, text } of offers) {
        const { checks } = await engine.verify([citationOf({ artifact, citation })]);
        expect(checks[0]).toMatchObject({ resolved: "exact" });
        if (fidelity !== "exact" || text === "deferred") continue;
        const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
        expect(citation.excerptSha256).toBe(digest);
      }
    }
  });

  it("does not depend on what was gathered before", async () => {
    const workspace = aWorkspace(DOCS);
    const first = await gatherIn(workspace, "who owns the ledger");
    await gatherIn(workspace, "which lock is taken first");
    const again = await gatherIn(workspace, "who owns the ledger");
    expect(again.pool).toEqual(first.pool);
  });
});

describe("the generators of a pool", () => {
  it("look up what the task names exactly, without a score (CAN-03, CAN-09)", async () => {
    const workspace = aWorkspace(DOCS);
    const named = async (task: string): Promise<readonly Candidate[]> => {
      const { pool } = await gatherIn(workspace, task);
      return pool.candidates.filter(({ generator }) => generator === "identifier_lookup");
    };
    expect(await named("what does src/open-ledger.ts hold")).toMatchObject([
      { artifact: "artifact://files/src/open-ledger.ts", exactMatch: "path", score: "unavailable" },
    ]);
    expect(await named("what is in open-ledger.ts")).toMatchObject([{ exactMatch: "path" }]);
    expect(await named("read open-ledger.ts, that is src/open-ledger.ts")).toHaveLength(1);
    expect(await named("where is openLedger called")).toMatchObject([{ exactMatch: "identifier" }]);
    expect(await named('what stands in "Decision ownership" on it')).toMatchObject([
      { exactMatch: "heading", headingPath: ["Record ownership", "Decision ownership"] },
    ]);
    expect(await named("see docs/owners.md:12-14 for it")).toMatchObject([
      { citation: { startLine: 12, endLine: 14 }, offered: "span" },
    ]);
    expect(await named("who owns what and why")).toEqual([]);
    expect(await named("read docs/nowhere.md and src/nothing")).toEqual([]);
  });

  it("keep what two of them surface as two candidates of one artifact (CAN-28)", async () => {
    const { pool } = await gatherIn(aWorkspace(DOCS), "where is openLedger called");
    const own = pool.candidates.filter(({ artifact }) => artifact.endsWith("open-ledger.ts"));
    expect(own.map(({ generator }) => generator).sort()).toEqual([
      "identifier_lookup",
      "lexical_search",
    ]);
    expect(own.find(({ generator }) => generator === "lexical_search")?.duplicateOf).toBe("c1");
  });

  it("take files by their lines, and whole (GRA-02, GRA-13)", async () => {
    const files = ["docs/owners.md:12-14", "src/open-ledger.ts"];
    const { pool } = await gatherIn(aWorkspace(DOCS), "zeppelin", { files });
    const lookups = pool.candidates.filter(({ generator }) => generator === "file_lookup");
    expect(lookups.map(({ offered }) => offered)).toEqual(["span", "full"]);
    const [span] = lookups;
    const text = DOCS["docs/owners.md"].split("\n").slice(11, 14).join("\n");
    expect(span?.offers.find(({ granularity }) => granularity === "span")).toMatchObject({
      text,
      fidelity: "exact",
      lines: { startLine: 12, endLine: 14 },
    });
  });

  it("take an entry by its reference, with what replaced it", async () => {
    const [note] = KEPT.memory;
    const files = [note?.entry.ref ?? ""];
    const { pool } = await gatherIn(await aKeptProject(), "zeppelin", { files });
    expect(pool.candidates).toMatchObject([
      { generator: "file_lookup", source: "memory", provenance: "memory", supersededBy: "none" },
    ]);
  });

  it("take the newest events, newest first, without a score", async () => {
    const { pool } = await gatherIn(await aKeptProject(), "zeppelin", { recent: 3 });
    const events = pool.candidates.filter(({ generator }) => generator === "timeline");
    expect(events.map(({ rank, score, source }) => [rank, score, source])).toEqual([
      [1, "unavailable", "sessions"],
      [2, "unavailable", "sessions"],
      [3, "unavailable", "captures"],
    ]);
  });

  it("keep each store's own ranks and scores: dropping one leaves the others as they were", async () => {
    const workspace = await aKeptProject();
    const all = await gatherIn(workspace, QUESTION);
    const some = await gatherIn(workspace, QUESTION, { sources: ["memory"] });
    const scores = ({ pool }: typeof all): unknown =>
      pool.candidates.flatMap(({ source, rank, score }) =>
        source === "memory" ? [[rank, score]] : [],
      );
    expect(scores(some)).toEqual(scores(all));
    expect(some.pool.generators.find(({ source }) => source === "files")?.status).toBe("not_asked");
  });

  it("name what replaced a note", async () => {
    const kept = aNote("The customs desk owns the ledger.", { path: "note/1" });
    const newer = aNote("The signal desk owns the ledger now.", { path: "note/2" });
    const old = { ...kept, entry: { ...kept.entry, supersededBy: newer.entry.ref } };
    const workspace = await aKeptProject({ memory: [old, newer] });
    const { pool } = await gatherIn(workspace, QUESTION);
    expect(of(pool, old.entry.path)).toMatchObject({ supersededBy: newer.entry.ref });
  });

  it("report counts of the task's terms, by which scores are read", async () => {
    const { pool } = await gatherIn(aWorkspace(DOCS), "who owns the ledger of the zeppelin");
    const [report] = pool.generators;
    expect(report?.terms).toEqual([
      { form: "own", written: "owns", passages: 2 },
      { form: "ledger", written: "ledger", passages: 4 },
      { form: "zeppelin", written: "zeppelin", passages: 0 },
    ]);
  });

  it("are none of the store's that fails, which empties no pool", async () => {
    const kept = await aKeptProject();
    await (await openCallsOf(kept)).openSession("auto");
    const workspace = aSettledCopy(kept);
    writeFileSync(join(workspace.dataFolder, "memory.db"), "no database at all".repeat(400));
    const { pool, gaps } = await gatherIn(workspace, QUESTION);
    const statuses = Object.fromEntries(
      pool.generators.map(({ source, status }) => [source, status]),
    );
    expect(statuses).toMatchObject({
      files: "ok",
      sessions: "ok",
      memory: "failed",
      captures: "ok",
    });
    expect(new Set(pool.candidates.map(({ source }) => source))).toEqual(
      new Set(["files", "sessions", "captures"]),
    );
    expect(gaps).toContainEqual(
      expect.objectContaining({ code: "source_failed", subject: "memory" }),
    );
  });

  it("count the same terms where the index is damaged and the text is scanned", async () => {
    const workspace = aWorkspace(DOCS);
    const sound = await gatherIn(workspace, "who owns the ledger");
    expect(damageIndexRows(workspace.dataFolder)).toBeGreaterThan(0);
    const scanned = await gatherIn(workspace, "who owns the ledger", { refresh: "off" });
    expect(scanned.gaps.map(({ code }) => code)).toContain("index_damaged");
    expect(scanned.pool).toEqual(sound.pool);
  });
});

describe("a candidate that does not resolve", () => {
  async function damaged(): Promise<TestWorkspace> {
    const workspace = aWorkspace(DOCS);
    await gatherIn(workspace, "who owns the ledger");
    withContentDatabase(workspace.dataFolder, (db) => {
      db.exec("UPDATE text_frames SET bytes = zeroblob(length(bytes))");
    });
    workspace.write({ "docs/owners.md": "# Other\n" });
    return workspace;
  }

  it("stays in the pool as a failure of recovery, with nothing to show (REF-19, REF-20)", async () => {
    const { pool, gaps } = await gatherIn(await damaged(), "who owns the ledger", {
      refresh: "off",
    });
    const lost = of(pool, "owners.md");
    expect(lost.recovery).toMatchObject({ status: "failed" });
    expect(lost.offers).toEqual([]);
    expect(lost.rank).not.toBe("unavailable");
    expect(of(pool, "old.md").recovery).toEqual({ status: "resolved" });
    expect(gaps).toContainEqual(
      expect.objectContaining({ code: "recovery_failed", subject: "docs/owners.md" }),
    );
  });

  it.each([
    ["docs/nowhere.md", "nothing is there"],
    ["docs/owners.md:90-95", "it has"],
    ["docs/owners.md:5-6@0123456789abcdef", "nothing is there"],
    ["artifact://memory/nothing", "nothing is there"],
  ])("is told apart from one that was not found: %s (REF-19)", async (file, reason) => {
    const { pool, gaps } = await gatherIn(aWorkspace(DOCS), "ledger", { files: [file] });
    const lookup = pool.candidates.find(({ generator }) => generator === "file_lookup");
    expect(lookup?.recovery).toMatchObject({
      status: "failed",
      reason: expect.stringContaining(reason),
    });
    expect(gaps.map(({ code }) => code)).toContain("recovery_failed");
    expect(pool.candidates.length).toBeGreaterThan(1);
  });
});

describe("material that must be exact", () => {
  const text = "The limit is 12,000 bytes, except for captures.\n".repeat(3);

  it.each([
    ["front matter", { "docs/limits.md": `---\nminFidelity: exact\n---\n# Limits\n\n${text}` }],
    [
      "the configuration",
      {
        "docs/limits.md": `# Limits\n\n${text}`,
        "exhibit.config.json": '{"exact": ["docs/lim*.md"]}',
      },
    ],
  ])("is known by %s", async (_by, files) => {
    const { pool } = await gatherIn(
      aWorkspace({ ...DOCS, ...files }),
      "what is the limit of captures and the ledger",
    );
    const candidate = of(pool, "limits.md");
    expect(candidate.minFidelity).toBe("exact");
    expect(candidate.offers.map(({ granularity }) => granularity)).toEqual([
      "identifier",
      "identity",
      "section",
      "full",
    ]);
    expect(of(pool, "owners.md").minFidelity).toBe("any");
  });
});

describe("a pasted task", () => {
  it("is searched for by its rarest words, as the index counts them", async () => {
    const filler = Array.from(
      { length: 60 },
      (_, index) =>
        `filler${String.fromCharCode(97 + (index % 26))}${"q".repeat(1 + (index % 7))}${index > 25 ? "z" : ""}`,
    );
    const pages = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [
        `log/${index}.md`,
        `# Log ${index}\n\n${filler.join(" ")}\n`,
      ]),
    );
    const workspace = aWorkspace({ ...DOCS, ...pages });
    const task = `${filler.join(" ")} harbor ledger`;
    const { pool } = await gatherIn(workspace, task);
    expect(pool.task.text).toBe(task);
    expect(pool.task.query.split(" ").length).toBeLessThan(40);
    expect(pool.task.query).toMatch(/harbor ledger$/);
    expect(pool.candidates.map(({ artifact }) => artifact)).toContain(
      "artifact://files/docs/owners.md",
    );
  });
});

describe("a text that is loaded when it is needed", () => {
  it("is exactly the cited bytes, the whole equal to what is stored (DIS-05)", async () => {
    const workspace = aWorkspace(DOCS);
    const { pool, loadText } = await gatherIn(workspace, "who owns the ledger");
    const candidate = of(pool, "owners.md");
    const full = candidate.offers.find(
      ({ granularity, fidelity }) => granularity === "full" && fidelity === "exact",
    );
    if (full === undefined) throw new Error("no full offer");
    const stored = readFileSync(join(workspace.root, "docs/owners.md"), "utf8");
    const loaded = await loadText(candidate, full);
    const counter = await openO200kCounter();
    const text = stored.replace(/\n$/, "");
    expect(loaded).toEqual({ text, tokens: counter.count(text), bytes: Buffer.byteLength(text) });
  });

  it("is of the cited version though the file has changed since, and none where that is lost", async () => {
    const workspace = aWorkspace(DOCS);
    const { pool, loadText } = await gatherIn(workspace, "who owns the ledger");
    const candidate = of(pool, "owners.md");
    const full = candidate.offers.at(-1);
    if (full === undefined) throw new Error("no full offer");
    workspace.write({ "docs/owners.md": "# Other\n" });
    expect(await loadText(candidate, full)).toMatchObject({
      text: DOCS["docs/owners.md"].replace(/\n$/, ""),
    });
    withContentDatabase(workspace.dataFolder, (db) => {
      db.exec("UPDATE text_frames SET bytes = zeroblob(length(bytes))");
    });
    expect(await loadText(candidate, full)).toBe("none");
  });

  it("is an entry's as well", async () => {
    const workspace = await aKeptProject({
      sessions: [aMessage("The harbor desk owns the ledger.")],
    });
    const { pool, loadText } = await gatherIn(workspace, QUESTION, { sources: ["sessions"] });
    const [candidate] = pool.candidates;
    const full = candidate?.offers.at(-1);
    if (candidate === undefined || full === undefined) throw new Error("no candidate");
    expect(await loadText(candidate, full)).toMatchObject({
      text: "The harbor desk owns the ledger.",
    });
  });
});

describe("a pool that is handed over", () => {
  it("is taken as it is, asks nobody, and counts what this workspace does not hold", async () => {
    const workspace = aWorkspace(DOCS);
    const { pool } = await gatherIn(workspace, "who owns the ledger");
    const settings = {
      capBytes: 12_000,
      refresh: "off",
      maxAgeDays: 7,
      nowMs: OCTOBER_15,
    } as const;
    const here = await gatherPool(await openCallsOf(workspace), pool, settings);
    expect(here.pool).toBe(pool);
    expect([...here.artifacts.keys()]).toEqual(pool.candidates.map(({ id }) => id));
    expect(here.gaps.map(({ code }) => code)).not.toContain("recovery_failed");
    expect(here.facts.asked).toEqual([]);
    const elsewhere = await gatherPool(await openCallsOf(aWorkspace()), pool, settings);
    expect(elsewhere.artifacts.size).toBe(0);
    expect(elsewhere.gaps).toContainEqual(
      expect.objectContaining({ code: "recovery_failed", count: pool.candidates.length }),
    );
  });
});

async function resolve(
  engine: Awaited<ReturnType<TestWorkspace["open"]>>,
  { artifact, citation }: Candidate,
): Promise<{ readonly document: string }> {
  const opened = await engine.open(citationOf({ artifact, citation }));
  return { document: opened.artifact };
}
