import { existsSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { citationOf, type Engine, serialize } from "../src/index.ts";
import { aPage, aWorkspace, type TestWorkspace } from "./builders/a-workspace.ts";
import { damageIndexRows, withContentDatabase } from "./builders/stored-rows.ts";

const OBSERVED = "2026-10-01";
const FILES = {
  "owners.md": aPage("Owners", "Pell Odum owns the kilns and the lathes.", OBSERVED),
  "limits.md": aPage("Limits", "A kiln fires at most nine hours.", "2026-10-10"),
  "undated.md": "# Undated\n\nThe kilns stand in a row.\n",
};
const LOOK = { at: "2026-10-15T08:00:00Z", evidence: "walk 4", expires: "2026-10-16T08:00:00Z" };

/** One response of every call that answers with an envelope. */
async function everyResponse(engine: Engine) {
  return [
    await engine.refresh(),
    await engine.search("who owns the kilns"),
    await engine.open("owners.md"),
    await engine.verify(["owners.md:5-7"]),
    await engine.map(),
    await engine.explain("who owns the kilns", "owners.md:7"),
    await engine.observe("owners.md", LOOK),
    await engine.secrets(),
    await engine.forget({ query: "nowhere" }),
    await engine.status(),
    await engine.doctor(),
  ];
}

describe("every response of every call", () => {
  it("is orientation and authorizes nothing (AUT-01)", async () => {
    const responses = await everyResponse(await aWorkspace(FILES).open());
    expect(new Set(responses.map(({ schema }) => schema)).size).toBe(11);
    for (const { authority, schema } of responses) {
      expect(authority, schema).toEqual({ kind: "orientation", mayAuthorize: false });
    }
  });

  it("states its cap, by default 12,000 bytes, and exactly the bytes it has (BUD-01, BUD-04)", async () => {
    for (const response of await everyResponse(await aWorkspace(FILES).open())) {
      const { budget, schema } = response;
      expect(budget.capBytes, schema).toBe(12_000);
      expect(budget.usedBytes, schema).toBe(Buffer.byteLength(serialize(response)));
    }
  });

  it("answers the three questions apart, and lists gaps and sources (FRE-02, FRE-05)", async () => {
    for (const { freshness, gaps, completeness, schema } of await everyResponse(
      await aWorkspace(FILES).open(),
    )) {
      expect(Object.keys(freshness).sort(), schema).toEqual(["live", "projection", "sources"]);
      expect(freshness.projection.state, schema).toBe("current");
      expect(freshness.projection.refresh.status, schema).toMatch(/^(?:refreshed|not_needed|off)$/);
      expect(freshness.sources.maxAgeDays, schema).toBe(7);
      expect(Array.isArray(gaps), schema).toBe(true);
      expect(
        completeness.sources.map(({ name }) => name),
        schema,
      ).toContain("files");
    }
  });

  it("lists its gaps, be it a missing module, an unknown date or a failed renderer, or none (CIT-12)", async () => {
    const sound = aWorkspace({ "owners.md": aPage("Owners", "Pell Odum owns the kilns.") });
    for (const { gaps, schema } of await everyResponse(await sound.open())) {
      expect(gaps, schema).toEqual([]);
    }
    const codesOf = async (config: object) => {
      const { open } = aWorkspace({
        ...FILES,
        "records/a.json": "[]",
        "exhibit.config.json": JSON.stringify(config),
      });
      const { gaps } = await (await open()).search("kilns nowhere");
      return gaps.map(({ code }) => code);
    };
    expect(await codesOf({ modules: ["rota.md"] })).toEqual(
      expect.arrayContaining(["module_missing", "date_unknown", "term_unmatched"]),
    );
    const command = [process.execPath, "-e", "process.exit(3)"];
    expect(await codesOf({ renderer: { command } })).toContain("refresh_failed");
  });

  it("says the same when a debug switch is set (DIA-02)", async () => {
    const engine = await aWorkspace({ ...FILES, "broken.md": new Uint8Array([0x23, 0xff]) }).open();
    const plain = await engine.search("kilns nowhere-word");
    process.env["DEBUG"] = "*";
    try {
      const debugged = await engine.search("kilns nowhere-word");
      expect(debugged.gaps).toEqual(plain.gaps);
      expect(plain.gaps.map(({ code }) => code)).toContain("file_undecodable");
    } finally {
      delete process.env["DEBUG"];
    }
  });
});

describe("every hit", () => {
  it("has its exact text, its lines, its name and its date (CIT-01, CIT-11, FRE-15)", async () => {
    const { hits } = await (await aWorkspace(FILES).open()).search("kiln");
    expect(hits.map(({ citation }) => citation.path).sort()).toEqual(Object.keys(FILES).sort());
    for (const { artifact, citation, excerpt, observed } of hits) {
      const text = FILES[citation.path as keyof typeof FILES];
      const lines = text.split("\n").slice(citation.startLine - 1, citation.endLine);
      expect(excerpt).toBe(lines.join("\n"));
      expect(artifact).toBe(`artifact://files/${citation.path}`);
      expect(observed.at).toMatch(/^(?:2026-10-|unknown)/);
    }
  });

  it("is dated on its own; the response is as old as its oldest hit (FRE-14)", async () => {
    const { hits, freshness } = await (await aWorkspace(FILES).open()).search("kiln");
    const ages = Object.fromEntries(hits.map(({ ageDays, citation }) => [citation.path, ageDays]));
    expect(ages).toEqual({ "owners.md": 14, "limits.md": 5, "undated.md": "unknown" });
    expect(freshness.sources).toMatchObject({ ageDays: 14, unknownDates: 1, stale: true });
  });

  it("establishes a position, and neither truth nor permission (COR-01, CIT-08)", async () => {
    const engine = await aWorkspace(FILES).open();
    const { authority, freshness, hits, retrieval } = await engine.search("who owns the kilns");
    expect(retrieval.proves).toBe("source position");
    expect(retrieval.answersQuestion).toBe("not_evaluated");
    expect(authority.mayAuthorize).toBe(false);
    expect(freshness.live.verified).toBe(false);
    const [hit] = hits;
    if (hit === undefined) throw new Error("nothing was found");
    const { checks } = await engine.verify([citationOf(hit)]);
    expect(checks[0]).toMatchObject({ resolved: "exact", citation: { state: "current" } });
  });
});

describe("a refresh", () => {
  it("mends the projection and changes neither of the other two answers (FRE-09)", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    await engine.search("kilns");
    workspace.write({ "owners.md": aPage("Owners", "Tamsin Quarrow owns the kilns.", OBSERVED) });
    workspace.advance(2_000);
    const before = await engine.search("who owns the kilns", { refresh: "off" });
    const after = await engine.search("who owns the kilns", { refresh: "strict" });
    expect(before.freshness.projection.state).toBe("stale");
    expect(after.freshness.projection.state).toBe("current");
    expect(after.freshness.sources).toEqual(before.freshness.sources);
    expect(after.freshness.live).toEqual(before.freshness.live);
  });

  it("records no observation; only observe does, in a file of its own (FRE-10)", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    const ledger = join(workspace.dataFolder, "ledger.db");
    await engine.refresh();
    await engine.search("kilns");
    await engine.refresh({ rebuild: true });
    expect(existsSync(ledger)).toBe(false);
    await engine.observe("owners.md", LOOK);
    expect(existsSync(ledger)).toBe(true);
    const owners = await engine.search("Pell Odum", { paths: ["owners.md"] });
    expect(owners.freshness.live.verified).toBe(true);
    // What was looked at is one version of one text, and no other.
    const others = await engine.search("kilns", { paths: ["undated.md"] });
    expect(others.freshness.live.verified).toBe(false);
  });
});

describe("what can be inspected", () => {
  it("is the generation, its inputs, the last refresh and the lock (DIA-04)", async () => {
    const engine = await aWorkspace(FILES).open();
    expect(await engine.status()).toMatchObject({ inputsDigest: "none", lastRefresh: "none" });
    await engine.refresh();
    const status = await engine.status();
    expect(status.freshness.projection.generation).toBe(1);
    expect(status.inputsDigest).toMatch(/^[0-9a-f]{16,64}$/);
    expect(status.lastRefresh).toMatchObject({ status: "published" });
    expect(status.lock).toBe("free");
  });

  it("is the oldest observation of each source, and how many dates are unknown (DIA-05)", async () => {
    const engine = await aWorkspace(FILES).open();
    await engine.refresh();
    const { sources } = await engine.status();
    expect(sources.find(({ name }) => name === "files")).toMatchObject({
      artifacts: 3,
      oldestObservedAt: "2026-10-01",
      newestObservedAt: "2026-10-10",
      unknownDates: 1,
    });
  });

  it("is each store and each source, with what it holds and what to do about it (DIA-03)", async () => {
    const record = { id: "o1", title: "Ledger", body: "Quay desk.", observedAt: "2026-10-01" };
    const workspace = aWorkspace({ ...FILES, "records/a.jsonl": `${JSON.stringify(record)}\n` });
    const engine = await workspace.open();
    await engine.refresh();
    const sound = await engine.doctor();
    expect(sound.findings.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      "data folder: ok",
      "stored rows: ok",
      "live checks: ok",
      "ledger: not_checked",
      "source files: ok",
      "source records: ok",
      "store sessions: not_checked",
      "store memory: not_checked",
      "store captures: not_checked",
      "projection: ok",
      "last refresh: ok",
      "refresh lock: ok",
    ]);
    const findingOf = async (name: string) =>
      (await engine.doctor()).findings.find((finding) => finding.name === name);
    expect((await findingOf("source files"))?.detail).toMatch(/3 texts.*2026-10-10/);
    expect((await findingOf("source records"))?.detail).toContain("1 text");

    workspace.write({ "owners.md": "# Changed\n", ".exhibit/ledger.db": "no database" });
    workspace.advance(2_000);
    expect(await findingOf("projection")).toMatchObject({
      status: "warning",
      advice: expect.stringContaining("exhibit refresh"),
    });
    expect(await findingOf("live checks")).toMatchObject({
      status: "failed",
      advice: expect.stringContaining("restore a copy"),
    });
  });

  it("is the path a question took, when asked for (DIA-07)", async () => {
    const engine = await aWorkspace(FILES).open();
    const { trace } = await engine.search("who owns the kilns", { trace: true });
    const steps = [...new Set(trace?.map(({ step }) => step))];
    expect(steps).toEqual(["refresh", "search", "match", "rank", "fuse", "cite"]);
    expect(trace?.find(({ step }) => step === "cite")?.count).toBe(3);
    expect((await engine.search("kilns")).trace).toBeUndefined();
  });

  it("is the question that a response answers (DIA-09)", async () => {
    const engine = await aWorkspace(FILES).open();
    const question = 'who owns "the kilns", and why?';
    expect((await engine.search(question)).query).toBe(question);
    expect((await engine.explain(question, "owners.md:7")).query).toBe(question);
  });

  it("is the mark of a text that an agent wrote, wherever it is shown (COR-24)", async () => {
    const page = "---\norigin: agent-generated\n---\n# Plan\n\nA plan for the kilns.\n";
    const engine = await aWorkspace({ "plan.md": page, ...FILES }).open();
    const { hits } = await engine.search("plan for the kilns");
    expect(hits.map(({ origin, citation }) => [citation.path, origin])).toContainEqual([
      "plan.md",
      "agent-generated",
    ]);
    expect((await engine.open("plan.md")).origin).toBe("agent-generated");
    expect((await engine.open("owners.md")).origin).toBe("authored");
  });
});

/** The steps of the trace that read otherwise after `damage`, and the gaps that came with it. */
async function whatChanges(
  workspace: TestWorkspace,
  refresh: "auto" | "off",
  damage: () => void,
): Promise<{ readonly steps: readonly string[]; readonly gaps: readonly string[] }> {
  const ask = async () => {
    const engine = await workspace.open();
    return engine.search("who owns the kilns", { refresh, trace: true });
  };
  await (await workspace.open()).refresh();
  const before = await ask();
  damage();
  workspace.advance(2_000);
  const after = await ask();
  const steps = after.trace?.filter((step, index) => {
    const sound = before.trace?.[index];
    return step.detail !== sound?.detail || step.count !== sound.count;
  });
  const known = new Set(before.gaps.map(({ code }) => code));
  const gaps = after.gaps.map(({ code }) => code).filter((code) => !known.has(code));
  return { steps: (steps ?? []).map(({ step }) => step), gaps: [...new Set(gaps)] };
}

describe("a failure", () => {
  it("shows in the step of the trace it happened in, with its gap, when a refresh fails (DIA-08, DIA-01)", async () => {
    const workspace = aWorkspace({
      ...FILES,
      "records/a.json": "[]",
      "render.mjs": `import { existsSync, writeFileSync } from "node:fs";
        if (existsSync("broken")) process.exit(3);
        writeFileSync(process.env.EXHIBIT_STAGING + "/a.md", "# A\\n");`,
      "exhibit.config.json": JSON.stringify({
        renderer: { command: [process.execPath, "render.mjs"] },
      }),
    });
    const changes = await whatChanges(workspace, "auto", () =>
      workspace.write({ broken: "", "records/a.json": "[ ]" }),
    );
    expect(changes).toEqual({ steps: ["refresh"], gaps: ["refresh_failed"] });
  });

  it("shows in the step of the trace it happened in, with its gap, when the index is damaged (DIA-08)", async () => {
    const workspace = aWorkspace(FILES);
    const changes = await whatChanges(workspace, "off", () =>
      damageIndexRows(workspace.dataFolder),
    );
    expect(changes).toEqual({ steps: ["search"], gaps: ["index_damaged"] });
  });

  it("shows in the step of the trace it happened in, with its gap, when no text proves a citation (DIA-08)", async () => {
    const workspace = aWorkspace(FILES);
    const changes = await whatChanges(workspace, "off", () =>
      withContentDatabase(workspace.dataFolder, (db) => {
        db.exec("UPDATE text_frames SET bytes = zeroblob(length(bytes))");
        // The files could still prove a citation, so they go as well.
        for (const path of Object.keys(FILES)) workspace.write({ [path]: "# Other\n" });
      }),
    );
    expect(changes).toEqual({ steps: ["cite"], gaps: ["recovery_failed"] });
  });
});

describe("a workspace that a control breaks", () => {
  const roots: string[] = [];

  it("is made for one test, of real files, outside this project", async () => {
    const { root, open } = aWorkspace(FILES);
    roots.push(root);
    await (await open()).refresh();
    expect(relative(realpathSync(tmpdir()), root)).not.toMatch(/^[.][.]/);
    expect(readdirSync(root).sort()).toEqual([".exhibit", ...Object.keys(FILES).sort()]);
  });

  it("is gone after the test, with everything that was written there (REF-14)", () => {
    expect(roots).toHaveLength(1);
    expect(roots.filter((root) => existsSync(root))).toEqual([]);
  });
});
