import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTree } from "../builders/a-tree.ts";
import { type BuiltCommand, buildCommand } from "../builders/built-command.ts";

/** What reads stores of entries, by the module each chunk of the command begins with. */
const CHUNKS = ["ask-store", "entry-texts", "judge-entry", "sqlite-entry-store", "stand-index"];

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

describe("a workspace in which nothing was ever imported, noted or captured", () => {
  it("is searched by a command that has no code for stores at all", async () => {
    const folder = dirname(command.entry);
    for (const name of CHUNKS) {
      const files = readdirSync(folder).filter((file) => file.startsWith(`${name}-`));
      expect(files, name).toHaveLength(1);
      for (const file of files) rmSync(join(folder, file));
    }
    const cwd = aTree({ "a.md": "# Owners\n\nThe harbor desk owns the ledger.\n" });
    for (const words of [["search", "ledger"], ["status"], ["refresh"], ["open", "a.md"]]) {
      const { status, stderr } = await command.run(words, { cwd });
      expect(stderr).toBe("");
      expect(status).toBe(0);
    }
  });
});
