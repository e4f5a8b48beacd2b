import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";

const QUESTION = "who owns the ledger";
const OBSERVATION = {
  at: "2026-10-15T08:00:00Z",
  evidence: "https://tracker.example/7",
  expires: "2026-10-22T08:00:00Z",
};

function ledgerOf(workspace: TestWorkspace): string {
  return join(workspace.dataFolder, "ledger.db");
}

/** A workspace whose one page was checked live. */
async function aCheckedWorkspace(): Promise<TestWorkspace> {
  const workspace = aWorkspace({ "a.md": aPage("Owners", "The harbor desk owns the ledger.") });
  const engine = await workspace.open();
  await engine.observe("a.md", OBSERVATION);
  expect((await engine.search(QUESTION)).freshness.live.verified).toBe(true);
  await engine.close();
  settle(ledgerOf(workspace));
  return workspace;
}

/** Puts the log into the database and the database into a file of its own, as another machine would find it. */
function settle(path: string): void {
  const db = new DatabaseSync(path);
  db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  db.close();
  const bytes = readFileSync(path);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  writeFileSync(path, bytes);
}

/** Ways a ledger can be unreadable, each with the words that say so. */
const SPOILED: Readonly<Record<string, (path: string) => string>> = {
  "is no database": (path) => {
    writeFileSync(path, "not a ledger\n".repeat(500));
    return "damaged";
  },
  "was cut off": (path) => {
    writeFileSync(path, readFileSync(path).subarray(0, 8192));
    return "damaged";
  },
  "holds an observation that is no JSON": (path) => {
    const db = new DatabaseSync(path);
    db.exec(
      "INSERT INTO observations (artifact, observation) VALUES ('artifact://files/a.md', '{')",
    );
    db.close();
    return "damaged";
  },
  "was written by a newer program": (path) => {
    const db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 99");
    db.close();
    return "newer";
  },
  "is a folder": (path) => {
    rmSync(path);
    mkdirSync(path);
    return "cannot be read";
  },
  "is locked by another connection": (path) => {
    rmSync(path);
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE any_table (id); BEGIN EXCLUSIVE");
    onTestFinished(() => db.close());
    return "locked";
  },
};

for (const [what, spoil] of Object.entries(SPOILED)) {
  describe(`control: a ledger that ${what}`, () => {
    it("keeps no call from answering, verifies nothing live, and is named (FRE-04)", async () => {
      const workspace = await aCheckedWorkspace();
      const reason = spoil(ledgerOf(workspace));
      const engine = await workspace.open();
      const answers = [
        await engine.search(QUESTION),
        await engine.open("a.md"),
        await engine.verify(["a.md:1-2"]),
        await engine.map(),
        await engine.explain(QUESTION, "a.md"),
        await engine.status(),
      ];
      for (const { freshness, gaps, schema } of answers) {
        expect(freshness.live, schema).toEqual({ verified: false, evidence: [] });
        expect(gaps, schema).toContainEqual({
          code: "source_failed",
          subject: "ledger.db",
          detail: expect.stringContaining(reason),
        });
      }
    });

    it("is a finding of doctor, whose advice is never to make a new one", async () => {
      const workspace = await aCheckedWorkspace();
      const reason = spoil(ledgerOf(workspace));
      const engine = await workspace.open();
      const finding = (await engine.doctor()).findings.find(({ name }) => name === "live checks");
      expect(finding).toMatchObject({ status: "failed", detail: expect.stringContaining(reason) });
      expect(finding?.advice).toContain("Nothing can rebuild it");
    });
  });
}

describe("control: a ledger that was damaged and restored", () => {
  it("counts again in the same engine", async () => {
    const workspace = await aCheckedWorkspace();
    const path = ledgerOf(workspace);
    const whole = readFileSync(path);
    writeFileSync(path, "not a ledger\n".repeat(500));
    const engine = await workspace.open();
    expect((await engine.search(QUESTION)).freshness.live.verified).toBe(false);
    writeFileSync(path, whole);
    expect((await engine.search(QUESTION)).freshness.live.verified).toBe(true);
  });

  it("is refused by observe while it is damaged, and left as it is", async () => {
    const workspace = await aCheckedWorkspace();
    const garbage = "not a ledger\n".repeat(500);
    writeFileSync(ledgerOf(workspace), garbage);
    const engine = await workspace.open();
    await expect(engine.observe("a.md", OBSERVATION)).rejects.toMatchObject({
      code: "store_corrupt",
    });
    expect(readFileSync(ledgerOf(workspace), "utf8")).toBe(garbage);
  });
});

describe("doctor on a sound workspace", () => {
  it("names each store and each source with what it holds (DIA-03)", async () => {
    const workspace = await aCheckedWorkspace();
    const { findings } = await (await workspace.open()).doctor();
    expect(findings.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      "data folder: ok",
      "stored rows: ok",
      "live checks: ok",
      "ledger: not_checked",
      "source files: ok",
      "store sessions: not_checked",
      "store memory: not_checked",
      "store captures: not_checked",
      "projection: ok",
      "last refresh: ok",
      "refresh lock: ok",
    ]);
    expect(findings.find(({ name }) => name === "live checks")?.detail).toContain("1 recorded");
    expect(findings.find(({ name }) => name === "source files")?.detail).toContain("1 text,");
  });

  it("says which source could not be read in full, and what to do (DIA-03)", async () => {
    const workspace = aWorkspace({
      "a.md": aPage("A", "words"),
      "records/bad.jsonl": "this is no record\n",
    });
    const engine = await workspace.open();
    await engine.refresh();
    const { findings } = await engine.doctor();
    expect(findings).toContainEqual(
      expect.objectContaining({ name: "source files", status: "ok" }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        name: "source records",
        status: "warning",
        advice: 'Run "exhibit status" to see which could not be read.',
      }),
    );
  });
});
