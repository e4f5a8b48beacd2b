import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SearchResponse } from "../../src/index.ts";
import { openSqliteRefreshLock } from "../../src/stores/sqlite/sqlite-refresh-lock.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { type BuiltCommand, buildCommand } from "../builders/built-command.ts";
import { withContentDatabase } from "../builders/stored-rows.ts";

let command: BuiltCommand;

beforeAll(async () => {
  command = await buildCommand();
});

afterAll(() => command.remove());

function searchIn(workspace: TestWorkspace): Promise<SearchResponse> {
  return command
    .run(["search", "who owns the ledger", "--json"], { cwd: workspace.root })
    .then(({ stdout, stderr }) => {
      expect(stderr).toBe("");
      return JSON.parse(stdout) as SearchResponse;
    });
}

function countGenerations(workspace: TestWorkspace): number {
  return withContentDatabase(workspace.dataFolder, (db) => {
    const row = db.prepare("SELECT count(*) AS count FROM generations").get();
    return (row as { count: number }).count;
  });
}

describe("control: several processes at once", () => {
  it("all answer on a new folder, and one of them publishes (REF-06)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("Owners", "The harbor desk owns the ledger.") });
    const answers = await Promise.all(Array.from({ length: 8 }, () => searchIn(workspace)));
    for (const { hits, freshness } of answers) {
      expect(hits[0]?.excerpt).toContain("harbor desk");
      expect(freshness.projection.generation).toBe(1);
    }
    expect(countGenerations(workspace)).toBe(1);
  });

  it("serves last-good, marked, while another process holds the refresh lock (REF-07, REF-18)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("Owners", "The harbor desk owns the ledger.") });
    await searchIn(workspace);
    workspace.write({ "a.md": aPage("Owners", "The signal desk owns the ledger.") });
    const lock = openSqliteRefreshLock({ folder: workspace.dataFolder, now: () => "now" });
    const held = await lock.acquire();
    if ("heldBy" in held) throw new Error("the lock was not free");
    const [answer, status] = await Promise.all([
      searchIn(workspace),
      command.run(["status", "--json"], { cwd: workspace.root }),
    ]);
    await held.release();
    expect(answer.hits[0]?.excerpt).toContain("harbor desk");
    expect(answer.hits[0]?.citation.state).toBe("changed");
    expect(answer.freshness.projection).toMatchObject({
      state: "last_good",
      generation: 1,
      refresh: { status: "busy" },
    });
    expect(answer.completeness.complete).toBe(false);
    expect(JSON.parse(status.stdout).lock.heldBy).toContain(String(process.pid));
    const after = await searchIn(workspace);
    expect(after.hits[0]?.excerpt).toContain("signal desk");
    expect(after.freshness.projection.state).toBe("current");
  });

  it("goes on when the holder of the lock was killed (REF-06, REF-16)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("Owners", "The harbor desk owns the ledger.") });
    await searchIn(workspace);
    const holder = join(workspace.root, "holder.mjs");
    writeFileSync(
      holder,
      `import { DatabaseSync } from ${JSON.stringify(import.meta.resolve("@photostructure/sqlite"))};
       globalThis.db = new DatabaseSync(${JSON.stringify(join(workspace.dataFolder, "refresh.lock"))});
       globalThis.db.exec("BEGIN EXCLUSIVE");
       process.stdout.write("held");
       process.stdin.resume();`,
    );
    const child = spawn(process.execPath, [holder], { stdio: ["pipe", "pipe", "inherit"] });
    await once(child.stdout, "data");
    workspace.write({ "a.md": aPage("Owners", "The signal desk owns the ledger.") });
    expect((await searchIn(workspace)).freshness.projection.state).toBe("last_good");
    child.kill("SIGKILL");
    await once(child, "exit");
    const after = await searchIn(workspace);
    expect(after.freshness.projection).toMatchObject({ state: "current", generation: 2 });
    expect(after.hits[0]?.excerpt).toContain("signal desk");
  });
});

describe("control: text workers", () => {
  it("find the same hits with the same scores in a large workspace as one thread does", async () => {
    const workspace = aWorkspace(aLargeWorkspace());
    const inThreads = await command.run(["search", QUESTION, "--json"], { cwd: workspace.root });
    const answer = JSON.parse(inThreads.stdout) as SearchResponse;
    const engine = await workspace.open({ dataFolder: join(workspace.root, ".exhibit", "other") });
    const alone = await engine.search(QUESTION);
    expect(answer.hits.length).toBeGreaterThan(0);
    expect(answer.hits.map(({ score, citation }) => ({ score, citation }))).toEqual(
      alone.hits.map(({ score, citation }) => ({ score, citation })),
    );
  });
});

const QUESTION = "harbor ledger quarter";

/** More text than one thread is given, its words drawn by a fixed seed. */
function aLargeWorkspace(): Readonly<Record<string, string>> {
  const words = ["harbor", "ledger", "crane", "signal", "quay", "desk", "owner", "check", "kiln"];
  let seed = 7;
  const draw = (): string => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return words[seed % words.length] ?? "";
  };
  const paragraph = (): string => Array.from({ length: 120 }, draw).join(" ");
  const pages = Array.from({ length: 60 }, (_, page) => {
    const sections = Array.from({ length: 100 }, (_, i) => `## Part ${i}\n\n${paragraph()}\n`);
    return [`page-${page}.md`, `# Page ${page} quarter ${page % 4}\n\n${sections.join("\n")}`];
  });
  return Object.fromEntries(pages);
}
