import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/interfaces/cli/display-width.ts";
import { runCommand } from "../../../src/interfaces/cli/run-command.ts";

let workspace = "";

beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), "exhibit-terminal-"));
  mkdirSync(join(workspace, "docs"));
  const filler = Array.from({ length: 20 }, (_, index) => `Nothing to see in row ${index}.`);
  writeFileSync(
    join(workspace, "docs", "owner.md"),
    `# Owner of 用户身份\n\n${filler.join("\n")}\nThe owner gives permission to everybody who asks for it in time. 用户身份验证 is needed.\n`,
  );
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** Runs the command in this process as on a terminal of `columns`. */
async function runOnTerminal(
  columns: number,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ["", ""];
  const status = await runCommand({
    arguments: [...words, "--workspace", "."],
    env,
    cwd: workspace,
    stdout: {
      isTerminal: true,
      columns,
      write: (text) => {
        stdout += text;
      },
    },
    stderr: {
      isTerminal: true,
      columns,
      write: (text) => {
        stderr += text;
      },
    },
    readInput: () => Promise.resolve(new Uint8Array()),
    packageFile: new URL("../../../package.json", import.meta.url),
  });
  return { status, stdout, stderr };
}

describe("on a terminal", () => {
  it.each([40, 80, 120])("fits every row into %i columns", async (columns) => {
    for (const words of [
      ["search", "permission 用户身份"],
      ["open", "docs/owner.md"],
      ["map"],
      ["status"],
      ["doctor"],
    ]) {
      const { status, stdout } = await runOnTerminal(columns, words);
      expect(status).toBe(0);
      for (const row of stripVTControlCharacters(stdout).split("\n")) {
        // A path is never broken: it must stay clickable and can be copied.
        if (!row.includes("/")) expect(displayWidth(row.trimEnd())).toBeLessThanOrEqual(columns);
      }
    }
  });

  it("marks matches and shows the lines around them only", async () => {
    const { stdout } = await runOnTerminal(120, ["search", "permission"]);
    expect(stdout).toContain("\u001b[1;33mpermission\u001b[22;39m");
    expect(stdout).toMatch(/⋮ +\d+ more above/);
    const whole = await runOnTerminal(120, ["search", "permission", "--detail", "section"]);
    expect(whole.stdout).toContain("Nothing to see in row 0.");
    expect(whole.stdout).not.toContain("more above");
  });

  it("uses no color when the person wants none", async () => {
    const { stdout } = await runOnTerminal(120, ["search", "permission"], { NO_COLOR: "1" });
    expect(stdout).toContain("permission");
    expect(stdout).not.toContain("\u001b");
  });
});

describe("a refused option", () => {
  it.each([
    ["--tokens", "0"],
    ["--cap", "0"],
    ["--recent", "500"],
    ["--pin", "docs/owner.md"],
  ])("is named %s as it was typed, not as a program calls it", async (flag, value) => {
    const words = ["bundle", "owner", "--no-ledger", flag, value];
    const { status, stderr } = await runOnTerminal(100, words);
    expect(status).toBe(2);
    expect(stderr).toContain(`exhibit: ${flag}: `);
  });
});
