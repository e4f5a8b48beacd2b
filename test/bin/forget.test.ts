import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTree } from "../builders/a-tree.ts";
import { type BuiltCommand, buildCommand } from "../builders/built-command.ts";

const TOKEN = ["gh", "p_", "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fLaB3d"].join("");

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

/** A workspace with two notes, and a way to run the command in it. */
async function aNotebook() {
  const cwd = aTree({ "a.md": "# Owners\n\nThe harbor desk owns the ledger.\n" });
  const run = (...words: readonly string[]) => command.run(words, { cwd });
  await run("remember", "The marmalade word is secret.");
  await run("remember", "The harbor rota changes on Mondays.");
  return { run };
}

describe("exhibit forget", () => {
  it("shows what would go, removes it with --yes, and then finds nothing more", async () => {
    const { run } = await aNotebook();
    const preview = await run("forget", "--query", "marmalade");
    expect(preview.stderr).toBe("");
    expect(preview.status).toBe(0);
    expect(preview.stdout).toContain("Would be forgotten: 1 entry");
    expect(preview.stdout).toMatch(/artifact:\/\/memory\/note\/[0-9a-f]{16} · note/);
    expect(preview.stdout).toContain("--yes removes it for good");
    expect(preview.stdout).not.toContain("marmalade");
    const done = await run("forget", "--query", "marmalade", "--yes");
    expect(done.stdout).toContain("Forgotten for good: 1 entry");
    expect(done.status).toBe(0);
    const again = await run("forget", "--query", "marmalade", "--yes");
    expect(again.stdout).toContain("Nothing was selected; the files were rewritten.");
    expect(again.status).toBe(1);
    expect((await run("search", "marmalade")).status).toBe(1);
    expect((await run("search", "harbor rota")).stdout).toContain("changes on Mondays");
  });

  it("takes references, and counts those that no store holds", async () => {
    const { run } = await aNotebook();
    const { stdout } = await run("forget", "--agent", "note", "--json");
    const { entries } = JSON.parse(stdout) as { entries: { artifact: string }[] };
    expect(entries).toHaveLength(2);
    const [first] = entries.map(({ artifact }) => artifact);
    const unknown = "artifact://memory/note/0000000000000000";
    const asked = await run("forget", String(first), unknown, "--dry-run", "--json");
    expect(JSON.parse(asked.stdout)).toMatchObject({
      schema: "exhibit.forget/1",
      outcome: "preview",
      entryCount: 1,
      notHeldCount: 1,
    });
  });

  it.each([
    ["nothing to select by", ["forget"]],
    ["no selection but a source", ["forget", "--source", "memory", "--yes"]],
    ["both --yes and --dry-run", ["forget", "--query", "rota", "--yes", "--dry-run"]],
    ["a source that is not a store", ["forget", "--query", "rota", "--source", "files"]],
    ["no date", ["forget", "--before", "soon"]],
  ])("refuses %s with status 2", async (_what, words) => {
    const { run } = await aNotebook();
    const { status, stderr } = await run(...words);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^exhibit: /);
    expect((await run("search", "rota")).status).toBe(0);
  });
});

describe("exhibit secrets", () => {
  it("says where one stands, and exits 0 when there are some and 1 when there are none", async () => {
    const { run } = await aNotebook();
    const none = await run("secrets");
    expect(none.stdout).toContain("Nothing looks like a secret.");
    expect(none.status).toBe(1);
    const leak = aTree({ "docs/run.md": `# Run\n\nuse ${TOKEN}\n` });
    const some = await command.run(["secrets"], { cwd: leak });
    expect(some.stdout).toContain(`${join("docs", "run.md")}:3 · github-token`);
    expect(some.stdout).not.toContain(TOKEN.slice(4));
    expect(some.status).toBe(0);
  });
});
