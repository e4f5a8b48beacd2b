import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NotesResponse, RememberResponse } from "../../src/index.ts";
import { aTree } from "../builders/a-tree.ts";
import { type BuiltCommand, buildCommand, type CommandResult } from "../builders/built-command.ts";

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

function aDesk() {
  const cwd = aTree({ "a.md": "# Owners\n\nThe harbor desk owns the ledger.\n" });
  const run = (words: readonly string[], input?: string): Promise<CommandResult> =>
    command.run(words, { cwd, ...(input === undefined ? {} : { input }) });
  return { cwd, run };
}

describe("exhibit remember", () => {
  it("keeps the words, a file or standard input, and says once kept that it was there already", async () => {
    const { cwd, run } = aDesk();
    const kept = await run(["remember", "Releases wait", "for the checklist"]);
    expect(kept).toMatchObject({ status: 0, stderr: "" });
    expect(kept.stdout).toMatch(/^Kept\.\n\nartifact:\/\/memory\/note\/\w{16}#L1-L1 @\w{16}\n/);
    expect(kept.stdout).toContain("Releases wait for the checklist");
    const again = await run(["remember", "Releases wait for the checklist"]);
    expect(again.stdout).toContain("The same note was there already; nothing changed.");
    writeFileSync(join(cwd, "note.md"), "# Rota\n\nIt changes on Mondays.\n");
    expect((await run(["remember", "--file", "note.md"])).status).toBe(0);
    expect((await run(["remember", "--file", "-"], "# From input\n")).status).toBe(0);
    const listed = await run(["notes"]);
    expect(listed.stdout).toMatch(/^3 notes kept; newest first, undated last\.\n/);
    for (const text of ["Releases wait", "It changes on Mondays", "From input"]) {
      expect(listed.stdout).toContain(text);
    }
  });

  it("says what was taken out, and prints nothing of it", async () => {
    const { run } = aDesk();
    const token = ["gh", "p_", "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fLaB3d"].join("");
    const { stdout } = await run(["remember", `Use ${token}`, "--title", `Key ${token}`]);
    expect(stdout).toContain("! Secrets were taken out first: 2 github-token.");
    expect(stdout).not.toContain(token.slice(4));
  });

  it("steers no terminal with what a note holds", async () => {
    const { run } = aDesk();
    await run([
      "remember",
      "red \u001b[31malert",
      "--title",
      "bell \u0007",
      "--evidence",
      "\u001b[2J",
    ]);
    const { stdout } = await run(["notes"]);
    expect(stdout).toContain("alert");
    expect([...stdout].filter((char) => char < " " && char !== "\n")).toEqual([]);
  });

  it("keeps every note of eight processes that remember at once (known failure: the database is locked)", async () => {
    const { run } = aDesk();
    const ids = [1, 2, 3, 4, 5, 6, 7, 8];
    const results = await Promise.all(ids.map((id) => run(["remember", `Desk ${id} reports.`])));
    expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(ids.map(() => [0, ""]));
    const notes = JSON.parse((await run(["notes", "--json"])).stdout) as NotesResponse;
    expect(notes.notes.map(({ text }) => text).sort()).toEqual(
      ids.map((id) => `Desk ${id} reports.`),
    );
    const found = await run([
      "search",
      "desk reports",
      "--source",
      "memory",
      "--limit",
      "20",
      "--json",
    ]);
    expect(JSON.parse(found.stdout).hits).toHaveLength(8);
  }, 60_000);

  it("keeps one note of eight processes that remember the same", async () => {
    const { run } = aDesk();
    const results = await Promise.all(
      Array.from({ length: 8 }, () => run(["remember", "The one note.", "--json"])),
    );
    const outcomes = results.map(({ stdout }) => (JSON.parse(stdout) as RememberResponse).outcome);
    expect(outcomes.filter((outcome) => outcome === "kept")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "seen")).toHaveLength(7);
  }, 60_000);

  it.each([
    ["nothing to keep", ["remember"], "it has no text"],
    ["words and a file", ["remember", "a", "--file", "a.md"], "--file and words"],
    ["a file that is not there", ["remember", "--file", "no.md"], "no.md cannot be read (ENOENT)"],
    ["a kind of two words", ["remember", "a", "--note-kind", "Big Fact"], "no short word"],
    ["a day in the future", ["remember", "a", "--observed-at", "2999-01-01"], "in the future"],
    [
      "evidence that is gone",
      ["remember", "a", "--evidence", "a.md:3@0123456789abcdef"],
      "does not hold",
    ],
    ["words to notes", ["notes", "a"], "takes no words"],
    ["no notes", ["notes", "--limit", "0"], "limit"],
  ])("refuses %s with status 2", async (_what, words, problem) => {
    const { run } = aDesk();
    const { status, stderr, stdout } = await run(words);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^exhibit: /);
    expect(stderr).toContain(problem);
    expect((await run(["notes"])).status).toBe(1);
  });
});
