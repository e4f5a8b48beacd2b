import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportResponse } from "../../src/index.ts";
import { aClaudeHistory } from "../builders/a-claude-history.ts";
import { aTree, writeTree } from "../builders/a-tree.ts";
import { type BuiltCommand, buildCommand } from "../builders/built-command.ts";
import { PROJECT_ROOT } from "../builders/project-pages.ts";
import { storedContent, withStoredEntries } from "../builders/stored-entries.ts";

let built: BuiltCommand;
beforeAll(async () => {
  built = await buildCommand();
});
afterAll(() => built.remove());

/** A workspace and, apart from it, the history an agent keeps of it. */
function aDesk(
  given: {
    readonly sessions?: number;
    readonly turns?: number;
    readonly resultWords?: number;
  } = {},
) {
  const workspace = aTree({ "a.md": "# A\n" });
  const history = aTree(aClaudeHistory({ cwd: workspace, sessions: 3, turns: 4, ...given }));
  return { workspace, history, dataFolder: join(workspace, ".exhibit") };
}

type Desk = ReturnType<typeof aDesk>;

const importWords = (desk: Desk): readonly string[] => [
  ...["import", "--from", "claude-code", "--root", desk.history, "--json"],
];

async function runImport(
  desk: Desk,
  env: Readonly<Record<string, string>> = {},
  ...more: readonly string[]
): Promise<ImportResponse & { readonly exit: number | null }> {
  const { status, stdout, stderr } = await built.run([...importWords(desk), ...more], {
    cwd: desk.workspace,
    env,
  });
  if (stdout === "") throw new Error(stderr);
  return { ...JSON.parse(stdout), exit: status };
}

/** Names, bytes and times of everything in a folder. */
function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(folder, name);
    const { isDirectory, mtimeNs } = ((s) => ({
      isDirectory: s.isDirectory(),
      mtimeNs: s.mtimeNs,
    }))(statSync(path, { bigint: true }));
    hash.update(`${name} ${mtimeNs}\n`).update(isDirectory ? "" : readFileSync(path));
  }
  return hash.digest("hex");
}

describe("exhibit import", () => {
  it("keeps a history once, and leaves the agent's folder byte for byte as it was", async () => {
    const desk = aDesk();
    const before = fingerprint(desk.history);
    const first = await runImport(desk);
    expect(first).toMatchObject({
      exit: 0,
      totals: { new: 60, seen: 0 },
      entryCount: 60,
      indexed: 60,
      uses: 0,
    });
    const content = await storedContent(desk.dataFolder);
    const second = await runImport(desk);
    expect(second).toMatchObject({ exit: 0, totals: { new: 0, filesRead: 0 }, entryCount: 60 });
    expect(await storedContent(desk.dataFolder)).toEqual(content);
    expect(fingerprint(desk.history)).toBe(before);
  });

  it("keeps the same times in every time zone, and whatever the file system says of its files (TIM-01)", async () => {
    const desk = aDesk();
    const contents: (readonly unknown[])[] = [];
    for (const TZ of ["UTC", "Asia/Kolkata", "America/St_Johns"]) {
      const EXHIBIT_HOME = aTree();
      for (const name of readdirSync(desk.history, { recursive: true, encoding: "utf8" })) {
        utimesSync(join(desk.history, name), new Date(contents.length), new Date());
      }
      await runImport(desk, { TZ, EXHIBIT_HOME });
      const [folder = ""] = readdirSync(EXHIBIT_HOME);
      contents.push(await storedContent(join(EXHIBIT_HOME, folder)));
    }
    expect(contents[0]).toHaveLength(60);
    expect(contents[1]).toEqual(contents[0]);
    expect(contents[2]).toEqual(contents[0]);
  });

  it("reads every written time alike in Kolkata, in St. John's and in UTC: with an offset, as a day, and none (TIM-01, TIM-02)", async () => {
    const { workspace } = aDesk();
    const fixtures = join(PROJECT_ROOT, "test/fixtures/transcripts");
    const contents: (readonly unknown[])[] = [];
    for (const TZ of ["UTC", "Asia/Kolkata", "America/St_Johns"]) {
      const env = { TZ, EXHIBIT_HOME: aTree() };
      for (const agent of ["claude-code", "codex", "gemini", "jsonl"]) {
        const words = ["import", "--from", agent, "--root", join(fixtures, agent), "--json"];
        const map = ["--map", "/home/dev/pot_shop.web=."];
        await built.run([...words, ...map], { cwd: workspace, env });
      }
      const [folder = ""] = readdirSync(env.EXHIBIT_HOME);
      contents.push(await storedContent(join(env.EXHIBIT_HOME, folder)));
    }
    const times = JSON.stringify(contents[0]);
    for (const at of ["2026-08-10T00:00:00.250Z", '"2026-08-10"', '"unknown"']) {
      expect(times).toContain(`"at":${at.startsWith('"') ? at : `"${at}"`}`);
    }
    expect(contents[1]).toEqual(contents[0]);
    expect(contents[2]).toEqual(contents[0]);
  }, 60_000);

  it("lets no row of one project into another whose files have the same names (SCO-01)", async () => {
    const [one, other] = [aDesk(), aDesk()];
    const sibling = { ...one, workspace: aTree() };
    // All histories lie in one folder, as they do at home; the third project is a sibling that begins like the first.
    writeTree(
      one.history,
      aClaudeHistory({ cwd: other.workspace, sessions: 3, turns: 4, topic: "lathe" }),
    );
    writeTree(
      one.history,
      aClaudeHistory({ cwd: `${one.workspace}-2`, sessions: 1, turns: 4, topic: "saw" }),
    );
    const { totals } = await runImport(one);
    expect(totals).toMatchObject({ new: 60, outside: 80 });
    await runImport({ ...other, history: one.history });
    const ofOne = JSON.stringify(await storedContent(one.dataFolder));
    const ofOther = JSON.stringify(await storedContent(other.dataFolder));
    expect(ofOne).toContain("What limits kiln");
    expect(ofOne).not.toMatch(/lathe|saw/);
    expect(ofOther).toContain("What limits lathe");
    expect(ofOther).not.toMatch(/kiln|saw/);
    expect(ofOne).not.toContain(other.workspace);
    expect(await runImport(sibling)).toMatchObject({ exit: 1, totals: { new: 0 } });
    expect(existsSync(join(sibling.workspace, ".exhibit", "sessions.db"))).toBe(true);
  });

  it("brings in what was recorded where the project used to be, when it is told so", async () => {
    const desk = aDesk();
    const moved = aDesk();
    const history = { ...moved, history: desk.history };
    expect(await runImport(history)).toMatchObject({ exit: 1, totals: { new: 0, outside: 60 } });
    const mapped = await runImport(history, {}, "--map", `${desk.workspace}=.`);
    expect(mapped).toMatchObject({ exit: 0, totals: { new: 60, outside: 0 } });
    const refused = await built.run([...importWords(history), "--map", "/old=/elsewhere"], {
      cwd: moved.workspace,
    });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("outside this project");
  });

  it("writes nothing in a dry run, and says what an import would keep", async () => {
    const desk = aDesk();
    const preview = await runImport(desk, {}, "--dry-run");
    expect(existsSync(desk.dataFolder)).toBe(false);
    const { agents, totals } = await runImport(desk);
    expect(preview).toMatchObject({ exit: 0, dryRun: true, totals, agents });
  });

  it("names a folder that is not there, and finds nothing in an empty one", async () => {
    const desk = aDesk();
    const absent = await runImport({ ...desk, history: join(desk.history, "absent") });
    expect(absent).toMatchObject({
      exit: 3,
      agents: [{ agent: "claude-code", status: "missing" }],
    });
    expect(absent.gaps[0]).toMatchObject({ code: "source_failed", subject: "claude-code" });
    const empty = aTree({ "projects/x/.keep": "" });
    expect(await runImport({ ...desk, history: empty })).toMatchObject({ exit: 1 });
    expect(existsSync(desk.dataFolder)).toBe(false);
    const without = await built.run(["import", "--json"], { cwd: desk.workspace });
    expect(JSON.parse(without.stdout)).toMatchObject({
      agents: [],
      completeness: { complete: true },
    });
    expect(without.status).toBe(1);
  });
});

/** A generator of numbers from 0 to 1 that is the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Bytes of the database and its log: how far an import has come. */
function progressOf({ dataFolder }: Desk): number {
  const sizeOf = (name: string): number =>
    statSync(join(dataFolder, name), { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf("sessions.db") + sizeOf("sessions.db-wal");
}

/** Starts an import and kills it when it has written so much; returns whether it was killed. */
async function killAt(desk: Desk, bytes: number): Promise<boolean> {
  const child = built.start(importWords(desk), { cwd: desk.workspace });
  child.stdin?.end();
  child.stdout?.resume();
  child.stderr?.resume();
  const watching = setInterval(() => {
    if (progressOf(desk) >= bytes) child.kill("SIGKILL");
  }, 1);
  const [, signal] = await once(child, "close");
  clearInterval(watching);
  return signal === "SIGKILL";
}

describe("an import that is killed", () => {
  it("at any of twenty moments leaves what a second one makes whole: the same entries as without", async () => {
    const whole = aDesk({ sessions: 6, turns: 40, resultWords: 400 });
    await runImport(whole);
    const content = await storedContent(whole.dataFolder);
    expect(content).toHaveLength(6 * 40 * 5);
    const random = numbers(20261201);
    const all = progressOf(whole);
    let kills = 0;
    for (let round = 0; round < 20; round++) {
      rmSync(whole.dataFolder, { recursive: true });
      kills += Number(await killAt(whole, random() * all));
      await runImport(whole);
      expect(await storedContent(whole.dataFolder)).toEqual(content);
      const generation = await withStoredEntries(whole.dataFolder, (store) => store.generation());
      expect(generation.unindexedCount).toBe(0);
    }
    expect(kills).toBeGreaterThan(10);
  }, 240_000);
});
