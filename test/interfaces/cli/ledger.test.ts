import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LEDGER_COLUMNS } from "../../../src/interfaces/cli/export/ledger-columns.ts";
import { aBundle } from "../../builders/a-bundle.ts";
import { aWorkspace } from "../../builders/a-workspace.ts";
import { recordBundles } from "../../builders/recorded-bundles.ts";
import { runInProcess } from "../../builders/run-in-process.ts";

const OWNERS = { artifact: "artifact://files/docs/owners.md", text: "The harbor desk." } as const;
const ROTA = {
  artifact: "artifact://files/docs/rota.md",
  text: "On Mondays.",
  title: '=HYPERLINK("http://x.example"), \u001b[31mred',
} as const;

/** A workspace whose ledger holds three bundles, and a way to run the command in it. */
async function aRecord() {
  const workspace = aWorkspace({ "a.md": "# A\n" });
  await recordBundles(workspace.dataFolder, [
    aBundle({ task: "first, with a comma", exhibits: [OWNERS, OWNERS], deferred: [ROTA] }),
    aBundle({ task: 'second "quoted"', rejected: [ROTA] }),
    aBundle({ task: "third" }),
  ]);
  const run = (...words: readonly string[]) => runInProcess(workspace.root, words);
  return { workspace, run };
}

/** Reads the rows of a table back, RFC 4180. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe("exhibit ledger", () => {
  it("lists bundles newest first, with found, admitted, used, helpful and outcome apart (ADM-01)", async () => {
    const { run } = await aRecord();
    const { status, stdout } = await run("ledger");
    expect(status).toBe(0);
    expect(stdout).toContain("3 of 3 bundles, newest first");
    expect(stdout).toMatch(/Worst: B\d, net -\d/);
    expect(stdout.indexOf("B3")).toBeLessThan(stdout.indexOf("first, with a comma"));
    expect(stdout).toContain(
      "3 found, 2 admitted of 1 source, used unknown, helpful unknown, outcome unknown",
    );
    const page = await run("ledger", "list", "--limit", "1", "--after", "B3", "--json");
    expect(JSON.parse(page.stdout)).toMatchObject({
      schema: "exhibit.ledger/1",
      bundles: [{ id: "B2" }],
      bundleCount: 3,
    });
  });

  it("shows a bundle with its decisions, costs, sum check and rendering, and two sections of a text as one source (LED-10)", async () => {
    const { run } = await aRecord();
    await run("outcome", "B1", "--success", "--note", "well done");
    const { status, stdout } = await run("ledger", "show", "B1");
    expect(status).toBe(0);
    for (const told of [
      "sum check     holds",
      "E1 and E2 are one source: artifact://files/docs/owners.md, 20 tokens",
      "1. c1 artifact://files/docs/owners.md: admit as section, exact; evidence_strong",
      "required n/a, helpful n/a, distractor n/a, trap n/a, irrelevant n/a",
      "success, 2026",
      "well done",
      "The harbor desk.",
    ]) {
      expect(stdout).toContain(told);
    }
    // What a source says must not steer the terminal.
    expect(stdout).not.toContain("\u001b");
    const whole = await run("ledger", "show", "B1", "--json");
    expect(JSON.parse(whole.stdout)).toMatchObject({
      schema: "exhibit.ledger-entry/1",
      sum: { holds: true },
      entry: { record: { id: "B1" }, outcomes: [{ note: "well done" }] },
    });
  });

  it("says a title once that is the first heading", async () => {
    const { run } = await aRecord();
    const { stdout } = await run("ledger", "show", "B1");
    expect(stdout).toContain("; Owners; section, exact");
  });

  it("says of what was named and not asked for in full that as much as was needed was not asked for", async () => {
    const { run } = await aRecord();
    const { stdout } = await run("why", "B1", "--needed", "docs/rota.md");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("nobody asked for as much as was needed.");
    expect(stdout).not.toMatch(/[ \t]$/m);
  });

  it("states net as saved less spent (LED-07)", async () => {
    const { run, workspace } = await aRecord();
    const net = { preloadAll: 9_000, admitted: 1_000, saved: 8_000, spent: 6_000, net: 2_000 };
    await recordBundles(workspace.dataFolder, [aBundle({}, { net })]);
    const { stdout } = await run("ledger", "show", "B4");
    expect(stdout).toContain("2000 = 8000 saved (9000 preloaded - 1000 admitted) - 6000 spent");
  });

  it("exports every bundle whole, one line of JSON each, oldest first", async () => {
    const { run } = await aRecord();
    for (const words of [
      ["ledger", "export"],
      ["ledger", "export", "--jsonl"],
    ]) {
      const { status, stdout } = await run(...words);
      expect(status).toBe(0);
      const lines = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines.map(({ record }) => record.id)).toEqual(["B1", "B2", "B3"]);
      expect(lines[0].record.exhibits[0].text).toBe(OWNERS.text);
      expect(lines[0]).toMatchObject({ uses: [], outcomes: [], helpful: {} });
    }
  });

  it("exports a table with a row for each decision, which no spreadsheet takes for a formula", async () => {
    const { run } = await aRecord();
    await run("outcome", "B2", "--failure");
    const { status, stdout } = await run("ledger", "export", "--csv");
    expect(status).toBe(0);
    const [header = [], ...rows] = parseCsv(stdout);
    expect(header).toEqual(LEDGER_COLUMNS.map(({ name }) => name));
    const table = rows.map((row) => Object.fromEntries(row.map((cell, at) => [header[at], cell])));
    expect(table).toHaveLength(6);
    expect(table[0]).toMatchObject({
      bundle: "B1",
      task: "first, with a comma",
      verdict: "admit",
      label: "E1",
      used: "unknown",
      helpful: "unknown",
      score: "12.5",
      outcome: "unknown",
    });
    expect(table[2]).toMatchObject({ verdict: "defer", label: "none", used: "none" });
    expect(table[2]?.["title"]).toBe(`'${ROTA.title}`);
    expect(table[4]).toMatchObject({ task: 'second "quoted"', outcome: "failure" });
    for (const row of rows) {
      expect(row).toHaveLength(header.length);
      // A number may be below zero; a text that begins like a formula may not.
      for (const cell of row) expect(cell).not.toMatch(/^(?!-?\d+(\.\d+)?$)[=+\-@\t]/);
    }
    const shown = await runInProcess(
      (await aRecord()).workspace.root,
      ["ledger", "export", "--csv"],
      true,
    );
    expect(shown.stdout).not.toContain("\u001b");
  });

  it("documents every column of the table, in its order", () => {
    const page = readFileSync(new URL("../../../docs/ledger-table.md", import.meta.url), "utf8");
    const documented = [...page.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name]) => name);
    expect(documented).toEqual(LEDGER_COLUMNS.map(({ name }) => name));
  });

  it("says that there is nothing, with status 1", async () => {
    const { root } = aWorkspace({ "a.md": "# A\n" });
    expect(await runInProcess(root, ["ledger"])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("No bundle is recorded here."),
    });
    expect(await runInProcess(root, ["ledger", "export"])).toMatchObject({ status: 1, stdout: "" });
    const table = await runInProcess(root, ["ledger", "export", "--csv"]);
    expect(parseCsv(table.stdout)).toHaveLength(1);
  });

  it.each([
    ["a slip of its own word", ["ledger", "lst"], "Did you mean list?"],
    ["a bundle that is not there", ["ledger", "show", "B9"], "The newest is B3"],
    ["show without a bundle", ["ledger", "show"], "it is missing"],
    ["an option of another of its words", ["ledger", "list", "--csv"], "ledger export"],
    ["a word too many", ["ledger", "list", "B1"], "takes no words"],
    [
      "both forms of an export",
      ["ledger", "export", "--csv", "--jsonl"],
      "one of --jsonl and --csv",
    ],
    ["an export as one response", ["ledger", "export", "--json"], "--jsonl"],
    ["an outcome that is none", ["outcome", "B1"], "one of --success and --failure"],
    ["an outcome that is both", ["outcome", "B1", "--success", "--failure"], "one of"],
    ["an outcome of nothing", ["outcome", "--success"], "it is missing"],
    ["an outcome of an unknown bundle", ["outcome", "B9", "--success"], "no bundle B9"],
  ])("refuses %s, and says what to do", async (_, words, said) => {
    const { run } = await aRecord();
    const { status, stderr } = await run(...words);
    expect(status).toBe(2);
    expect(stderr).toContain(said);
  });
});

describe("exhibit status and doctor", () => {
  it("say how many bundles the ledger holds and that they check out", async () => {
    const { run } = await aRecord();
    expect((await run("status")).stdout).toMatch(/ledger +3 bundles, \d/);
    expect((await run("doctor")).stdout).toMatch(/ok +ledger: 3 bundles, every checksum/);
  });
});
