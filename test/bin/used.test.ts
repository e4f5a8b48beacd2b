import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BundleResponse, LedgerShowResponse, WhyResponse } from "../../src/index.ts";
import { aTree } from "../builders/a-tree.ts";
import { AgentSession } from "../builders/an-agent-session.ts";
import { type BuiltCommand, buildCommand, type CommandResult } from "../builders/built-command.ts";

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

/** Every one holds words of the task, so that all of them are admitted, and signs that a rendering escapes. */
const PAGES = {
  "docs/approval.md":
    "# Approval\n\nAn operator has to approve every deployment to the line & sign the sheet <twice>.\n",
  "docs/finding.md":
    '# Finding\n\nStart a deployment to the line from the map, "pick the module", then read on.\n',
  "docs/owners.md":
    "# Owners\n\nEvery deployment to the line has one named owner; a `record` is orientation only.\n",
  "docs/kilns.md":
    "# Kilns\n\nEach deployment to the line is for one kiln;\na second kiln needs a new approval & another < signature.\n",
};
const TASK = "deployment to the line";

function aDesk() {
  const cwd = aTree(PAGES);
  const run = (words: readonly string[], input?: string): Promise<CommandResult> =>
    command.run(words, { cwd, ...(input === undefined ? {} : { input }) });
  const show = async (id: string): Promise<LedgerShowResponse["entry"]> => {
    const { stdout } = await run(["ledger", "show", id, "--json"]);
    return (JSON.parse(stdout) as LedgerShowResponse).entry;
  };
  return { cwd, run, show };
}

/** The text of an exhibit by the end of its path, with its label. */
function labelOf({ exhibits }: Pick<BundleResponse, "exhibits">, path: string): string {
  return exhibits.find(({ artifact }) => artifact.endsWith(path))?.label ?? "";
}

describe("exhibit used and exhibit why", () => {
  it("tell what an answer used of the newest bundle, what it cites that is not there, and that no gate mends what was not used (FAI-06)", async () => {
    const { cwd, run } = aDesk();
    const made = await run(["bundle", TASK, "--policy", "preload-all", "--json"]);
    const bundle = JSON.parse(made.stdout) as BundleResponse;
    const [owners, kilns] = [labelOf(bundle, "owners.md"), labelOf(bundle, "kilns.md")];
    writeFileSync(
      join(cwd, "answer.md"),
      `One person owns it [${owners}]. See also [E77].\n\n> a second kiln needs a new approval & another < signature\n\nThe gate is painted zebra green.\n`,
    );
    const told = await run(["used", "--from", "answer.md"]);
    expect(told).toMatchObject({ status: 0, stderr: "" });
    expect(told.stdout).toContain(`${bundle.ledger}: 2 exhibits used.`);
    expect(told.stdout).toContain(`  ${owners}  line 1, citation: [${owners}]\n`);
    expect(told.stdout).toContain(`  ${kilns}  line 3, quotation: a second kiln needs`);
    expect(told.stdout).toContain("Citations that the bundle does not have:\n  line 1: E77\n");
    expect(told.stdout).toContain("cite nothing:\n  line 5: The gate is painted zebra green.\n");
    expect(told.stdout).toContain("Used is not helpful");

    const failed = await run(["why", "--needed", "docs/approval.md"]);
    expect(failed).toMatchObject({ status: 0, stderr: "" });
    expect(failed.stdout).toContain(`${bundle.ledger} needed docs/approval.md\nuse failure\n`);
    expect(failed.stdout).toContain("no tuning of the gate helps");
    expect((await run(["why", bundle.ledger, "--needed", "docs/owners.md"])).status).toBe(1);
    const missed = await run(["why", "--needed", "docs/none.md#L3-L9", "--json"]);
    expect((JSON.parse(missed.stdout) as WhyResponse).failure).toMatchObject({
      stage: "candidate_miss",
      kind: "not_in_corpus",
      section: "L3-L9",
    });
  });

  it("read an answer from standard input, and say so when nothing of a bundle was used", async () => {
    const { run } = aDesk();
    await run(["bundle", TASK, "--policy", "preload-all", "--json"]);
    const nothing = await run(["used", "B1", "--from", "-"], "Nobody knows.\n");
    expect(nothing.status).toBe(1);
    expect(nothing.stdout).toContain("B1: 0 exhibits used.\nNothing shows a use of E1, E2");
  });

  it("refuse a missing answer, a missing need, two bundles and one that is not there", async () => {
    const { run } = aDesk();
    const none = await run(["used", "--from", "-"], "x");
    expect(none).toMatchObject({ status: 2, stdout: "" });
    expect(none.stderr).toContain("The ledger holds no bundle");
    for (const words of [["used"], ["why"], ["used", "B1", "B2", "--from", "-"]]) {
      expect((await run(words, "x")).status, words.join(" ")).toBe(2);
    }
  });

  it.each(["--markdown", "--xml", "--json"])(
    "know what %s gave the agent of a transcript, and what it used of that (ADM-04)",
    async (form) => {
      const { cwd, run, show } = aDesk();
      const made = await run(["bundle", TASK, "--policy", "preload-all", form]);
      expect(made.status).toBe(0);
      const { record } = await show("B1");
      const [owners, kilns] = [labelOf(record, "owners.md"), labelOf(record, "kilns.md")];
      const session = new AgentSession(cwd);
      session.ask("Who owns a deployment?");
      session.run(`npx exhibit bundle "${TASK}" ${form}`, made.stdout);
      session.say(
        `One person does [${owners}].\n\n> a second kiln needs a new approval & another < signature`,
      );
      const imported = await run(["import", "--from", "claude-code", "--root", session.root]);
      expect(imported.stdout).toContain("1 answer looked at");
      const { uses } = await show("B1");
      expect(uses.map(({ used }) => used.map(({ by, label }) => `${label} ${by}`))).toEqual([
        [`${owners} citation`, `${kilns} quotation`],
      ]);
      const others = ["approval.md", "finding.md"].map((path) => labelOf(record, path)).sort();
      expect(uses[0]?.unused).toEqual(others);
    },
  );
});
