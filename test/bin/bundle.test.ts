import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BundleResponse } from "../../src/index.ts";
import { COUNTER } from "../builders/a-laid-out-bundle.ts";
import { aTree } from "../builders/a-tree.ts";
import { type BuiltCommand, buildCommand, type CommandResult } from "../builders/built-command.ts";

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

const PAGES = {
  "docs/approval.md":
    "# Approval\n\nAn operator has to approve every deployment to the line and sign the sheet twice.\n",
  "docs/owners.md": "# Owners\n\nEvery record has one named owner.\n",
  "docs/kilns.md": "# Kilns\n\nA kiln cools for nine hours before the line takes it back.\n",
  "docs/stops.md": "# Stops\n\nThe line stops when somebody pulls the cord.\n",
};
const TASK = "who has to approve a deployment to the line?";

function aDesk(files: Readonly<Record<string, string>> = PAGES) {
  const cwd = aTree(files);
  return {
    cwd,
    run: (...words: readonly string[]): Promise<CommandResult> => command.run(words, { cwd }),
  };
}

/** The size that a bundle states of itself, in whichever form it is written. */
function statedSizes(rendering: string): { readonly tokens: number; readonly bytes: number } {
  const numberIn = (...patterns: readonly RegExp[]): number => {
    const found = patterns.flatMap((pattern) => pattern.exec(rendering)?.[1] ?? [])[0] ?? "";
    return Number(found.replaceAll(",", ""));
  };
  return {
    tokens: numberIn(/; ([\d,]+) of [\d,]+ tokens/, /usedTokens="(\d+)"/, /"usedTokens":(\d+)/),
    bytes: numberIn(/, ([\d,]+) of [\d,]+ bytes/, /usedBytes="(\d+)"/, /"usedBytes":(\d+)/),
  };
}

describe("exhibit bundle", () => {
  it.each([
    ["--markdown", /^# Evidence for: who has to approve/],
    ["--xml", /^<bundle task="who has to approve/],
    ["--json", /^\{"schema":"exhibit.bundle\/1"/],
  ])("writes exactly what its caps were kept for: %s (BUD-13)", async (flag, beginning) => {
    const { run } = aDesk();
    const { status, stdout, stderr } = await run("bundle", TASK, flag, "--tokens", "3000");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(beginning);
    expect(statedSizes(stdout)).toEqual({
      tokens: COUNTER.count(stdout),
      bytes: Buffer.byteLength(stdout),
    });
  });

  it("exits 1 where everything answered and nothing was admitted, and says why", async () => {
    const { run } = aDesk();
    const { status, stdout } = await run("bundle", "zebra xylophone quartz");
    expect(status).toBe(1);
    expect(stdout).toContain("Nothing was admitted");
  });

  it("refuses with 2 what it cannot take, names it, and suggests what was meant", async () => {
    const { run } = aDesk();
    for (const [words, said] of [
      [["bundle", TASK, "--policy", "lexgat"], /Did you mean "lexgate"/],
      [["bundle", TASK, "--tokens", "10"], /use at least \d+/],
      [["bundle", TASK, "--json", "--xml"], /choose one of/],
      [["bundle", TASK, "--resident", "nowhere.json"], /nowhere\.json cannot be read/],
      [["bundle", TASK, "--pool", "docs/owners.md"], /is not JSON/],
      [["bundle", ""], /question|empty|nothing/i],
      [["expand", "E1"], /--because/],
      [["expand", "--because", "why"], /LABEL/],
      [["bundel", TASK], /exhibit bundle/],
    ] as const) {
      const { status, stderr } = await run(...words);
      expect({ words, status }).toEqual({ words, status: 2 });
      expect(stderr).toMatch(said);
    }
  });

  it("leaves no ledger behind with --no-ledger", async () => {
    const { cwd, run } = aDesk();
    const { status, stdout } = await run("bundle", TASK, "--no-ledger");
    expect(status).toBe(0);
    expect(stdout).toContain("not recorded");
    expect(existsSync(join(cwd, ".exhibit", "ledger.db"))).toBe(false);
  });

  it("goes on from a bundle that was saved, and admits nothing twice (ADM-19)", async () => {
    const { cwd, run } = aDesk();
    const wide = ["--json", "--no-ledger", "--tokens", "9000", "--cap", "60000"];
    const first = await run("bundle", TASK, ...wide);
    writeFileSync(join(cwd, "first.json"), first.stdout);
    const again = await run("bundle", TASK, ...wide, "--resident", "first.json");
    const [before, after] = [first, again].map(
      ({ stdout }) => JSON.parse(stdout) as BundleResponse,
    );
    expect(before?.exhibits.length).toBeGreaterThan(0);
    const shown = new Set(before?.exhibits.map(({ citation }) => citation.excerptSha256));
    expect(after?.exhibits.some(({ citation }) => shown.has(citation.excerptSha256))).toBe(false);
    expect(after?.decisions).toContainEqual(
      expect.objectContaining({
        reason: expect.objectContaining({ code: "already_resident" }),
      }),
    );
  });

  it("asks a policy of the workspace only when it is named, and holds it to its contract", async () => {
    const policy = `export default {
  version: "everything/1",
  decide: ({ pool }) => ({
    decisions: pool.candidates.map(({ id }) => ({
      candidate: id,
      verdict: "admit",
      representation: { granularity: "section", fidelity: "exact" },
      reason: { code: "policy_admits" },
    })),
  }),
};
`;
    const { run } = aDesk({
      ...PAGES,
      "everything.mjs": policy,
      "broken.mjs": "process.stdout.write('ran'); export default 3;",
      "exhibit.config.json": JSON.stringify({
        policies: { everything: "everything.mjs", broken: "broken.mjs" },
      }),
    });
    const all = await run("bundle", TASK, "--policy", "everything");
    expect(all.stdout).toMatch(/admitted by everything\/1/);
    expect(all.stdout).not.toContain("ran");
    const broken = await run("bundle", TASK, "--policy", "broken");
    expect(broken.status).toBe(2);
    expect(broken.stderr).toContain('The policy "broken" cannot be used');
  });
});

describe("exhibit expand", () => {
  it("shows what was named by a bundle, and keeps the reason", async () => {
    const { run } = aDesk();
    const made = await run("bundle", TASK);
    const label = /^- (D\d+) /m.exec(made.stdout)?.[1] ?? "";
    expect(label).toMatch(/^D\d+$/);
    const shown = await run("expand", label, "--because", "the owner is not named");
    expect(shown.status).toBe(0);
    expect(shown.stdout).toMatch(/^## E\d+ /m);
    const { stdout } = await run("ledger", "show", "B2");
    expect(stdout).toContain("the owner is not named");
  });
});
