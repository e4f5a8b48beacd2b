import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportResponse } from "../../src/index.ts";
import { aClaudeHistory } from "../builders/a-claude-history.ts";
import { aTree, writeTree } from "../builders/a-tree.ts";
import { type BuiltCommand, buildCommand } from "../builders/built-command.ts";
import { lockDatabase } from "../builders/locked-database.ts";

let built: BuiltCommand;
beforeAll(async () => {
  built = await buildCommand();
});
afterAll(() => built.remove());

/** A home with a workspace in it, and what two agents keep there. */
function aHome() {
  const home = aTree({ "work/app/a.md": "# A\n", "work/AGENTS.md": "Above the workspace." });
  const workspace = join(home, "work/app");
  const history = aClaudeHistory({ cwd: workspace, sessions: 1, turns: 2 });
  const [transcript = ""] = Object.keys(history);
  const memory = transcript.replace(/[^/]*$/, "memory/kiln.md");
  for (const [path, text] of Object.entries(history))
    writeTree(home, { [`.claude/${path}`]: text });
  writeTree(home, {
    [`.claude/${memory}`]: "---\nmodified: 2026-10-02T08:00:00Z\n---\nThe kiln sticks.",
    ".claude/CLAUDE.md": "Of the user.",
    ".codex/AGENTS.md": "Of the user.",
  });
  const run = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const result = await built.run(["import", "--json", ...words], {
      cwd: workspace,
      env: { HOME: home, ...env },
    });
    if (result.stdout === "") throw new Error(result.stderr);
    const response: ImportResponse & { readonly error?: unknown } = JSON.parse(result.stdout);
    // A refusal has none.
    const byAgent = Object.fromEntries(
      (response.agents ?? []).map((agent) => [agent.agent, agent]),
    );
    return { ...response, byAgent, exit: result.status };
  };
  return { home, workspace, run };
}

/** Names, times and bytes of all that a home holds outside one folder. */
function fingerprint(home: string, without: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(home, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(home, name);
    if (path.startsWith(without)) continue;
    const stats = statSync(path, { bigint: true });
    // A folder's own time changes when the data folder is made in it.
    if (stats.isDirectory()) hash.update(name);
    else hash.update(`${name} ${stats.mtimeNs}`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

describe("exhibit import on a machine with notes", () => {
  it("reads sessions and notes at once, and writes below the data folder alone (STO-10)", async () => {
    const { home, workspace, run } = aHome();
    const dataFolder = join(workspace, ".exhibit");
    const before = fingerprint(home, dataFolder);
    const { byAgent, entryCount, memoryEntryCount, exit } = await run([]);
    expect(exit).toBe(0);
    expect(byAgent["claude-code"]?.events.new).toBe(entryCount);
    expect(byAgent["claude-memory"]).toMatchObject({ events: { new: 1 }, quarantined: 0 });
    expect(byAgent["instructions"]).toMatchObject({ events: { new: 3 }, quarantined: 3 });
    expect(memoryEntryCount).toBe(4);
    expect(fingerprint(home, dataFolder)).toBe(before);
  });

  it("looks where the agents' own variables say", async () => {
    const { home, run } = aHome();
    const other = aTree({ "CLAUDE.md": "Elsewhere.", "codex/AGENTS.md": "Elsewhere." });
    const env = { CLAUDE_CONFIG_DIR: other, CODEX_HOME: join(other, "codex") };
    const { agents } = await run(["--from", "notes"], env);
    expect(agents).toMatchObject([
      { agent: "claude-memory", root: other, files: { listed: 0 } },
      // The home folder lies above the workspace, and what is in it holds there like in any other.
      { agent: "instructions", root: home, files: { listed: 4 } },
    ]);
  });

  it("keeps the sessions while the memory is locked, and says what is missing (PAR-01)", async () => {
    const { workspace, run } = aHome();
    await run(["--from", "notes"]);
    await lockDatabase(join(workspace, ".exhibit/memory.db"));
    const { byAgent, completeness, entryCount } = await run([]);
    expect(entryCount).toBe(byAgent["claude-code"]?.events.new);
    expect(entryCount).toBeGreaterThan(0);
    expect(byAgent["claude-memory"]?.status).toBe("failed");
    expect(completeness).toMatchObject({
      complete: false,
      sources: [
        { name: "sessions", status: "ok" },
        { name: "memory", status: "skipped" },
      ],
    });
    // Asked for by itself there is nothing else to keep, and it is refused.
    expect(await run(["--from", "notes"])).toMatchObject({
      exit: 2,
      error: { code: "store_busy" },
    });
  }, 60_000);

  it("creates no memory where there is nothing to remember, and says no word of it", async () => {
    const workspace = aTree({ "a.md": "# A\n" });
    const { status, stdout } = await built.run(["import", "--json"], { cwd: workspace });
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ agents: [], memoryEntryCount: 0 });
    expect(existsSync(join(workspace, ".exhibit/memory.db"))).toBe(false);
  });
});
