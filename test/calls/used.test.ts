import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Engine } from "../../src/index.ts";
import type { LedgerEntry } from "../../src/model/ledger-record.ts";
import type { LedgerStore } from "../../src/ports/ledger-store.ts";
import { openSqliteLedgerStore } from "../../src/stores/sqlite/sqlite-ledger-store.ts";
import { aBundle, type BundleParts, recordBundle } from "../builders/a-bundle.ts";
import { aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { AgentSession } from "../builders/an-agent-session.ts";
import { secretSamples } from "../builders/secret-samples.ts";

const TEXTS = [
  "An operator has to approve every deployment to the production line.",
  "Start from the map, pick the module, then read the section it names.",
  "Every decision has one named owner, and finding its record is orientation only.",
  "Each deployment is approved for one kiln; a deployment to a second kiln needs a new approval.",
];

const FOUR: BundleParts = {
  task: "who may deploy to the line",
  exhibits: TEXTS.map((text, at) => ({ artifact: `artifact://files/docs/e${at + 1}.md`, text })),
};

const ANSWER =
  "Pick the module from the map first [E2].\n\nIt also says that a deployment to a second kiln needs a new approval.";

/** A project with a ledger; bundles are recorded as the program does it. */
async function aDesk(): Promise<{
  readonly workspace: TestWorkspace;
  readonly engine: Engine;
  readonly ledger: LedgerStore;
}> {
  const workspace = aWorkspace({ "docs/e1.md": `# Owners\n\n${TEXTS[0]}\n` });
  const engine = await workspace.open();
  await engine.refresh();
  const ledger = openSqliteLedgerStore({ folder: workspace.dataFolder });
  onTestFinished(() => ledger.close());
  return { workspace, engine, ledger };
}

async function read(ledger: LedgerStore, id: string): Promise<LedgerEntry> {
  const entry = await ledger.read(id);
  if (entry === "unknown") throw new Error(`no ${id}`);
  return entry;
}

const labelsIn = ({ uses }: LedgerEntry): readonly (readonly string[])[] =>
  uses.map(({ used }) => used.map(({ by, label }) => `${label} ${by}`));

describe("an answer that is handed over", () => {
  it("marks what it cites and quotes as used, on record, and nothing else (ADM-04)", async () => {
    const { engine, ledger } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const { use } = await engine.used("B1", ANSWER);
    expect(use.used.map(({ by, label, line }) => `${label} ${by} ${line}`)).toEqual([
      "E2 citation 1",
      "E4 quotation 3",
    ]);
    expect(use.unused).toEqual(["E1", "E3"]);
    const entry = await read(ledger, "B1");
    expect(entry.uses).toEqual([use]);
    const { bundles } = await engine.ledger();
    expect(bundles[0]).toMatchObject({ candidates: 4, admitted: 4, used: 2, helpful: "unknown" });
  });

  it("says nothing about help, whatever was used and however the task ended (ADM-05)", async () => {
    const { engine, ledger } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    await engine.used("B1", ANSWER);
    await engine.outcome("B1", { outcome: "success" });
    expect((await read(ledger, "B1")).helpful).toEqual({});
    await ledger.recordHelpful("B1", "E2", { material: true, ablation: "removed E2" });
    await engine.used("B1", "Nothing here.");
    expect((await engine.ledger()).bundles[0]).toMatchObject({
      candidates: 4,
      admitted: 4,
      used: 2,
      helpful: 1,
      outcome: "success",
    });
  });

  it("is recorded once, however often it is handed over, and again when it is another one", async () => {
    const { engine, ledger } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    await engine.used("B1", ANSWER);
    await engine.used("newest", ANSWER);
    expect((await read(ledger, "B1")).uses).toHaveLength(1);
    await engine.used("B1", `${ANSWER} So be it.`);
    expect((await read(ledger, "B1")).uses).toHaveLength(2);
  });

  it("counts for the bundles before it in its chain too, each by its own exhibits", async () => {
    const { engine, ledger } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const made = aBundle({
      exhibits: [{ artifact: "artifact://files/docs/e5.md", text: "More." }],
    });
    const [exhibit] = made.exhibits;
    if (exhibit === undefined) throw new Error("one exhibit");
    await recordBundle(ledger, {
      ...made,
      exhibits: [{ ...exhibit, label: "E5" }],
      parts: made.parts.map((part) => (part.label === "E1" ? { ...part, label: "E5" } : part)),
      previous: "B1",
      expansion: { label: "D1", to: "section", because: "the name says too little" },
    });
    const { earlier, use } = await engine.used("newest", `${ANSWER} And more [E5], not [E9].`);
    expect(use).toMatchObject({ bundle: "B2", unused: [], unknownCitations: [{ text: "E9" }] });
    expect(earlier).toEqual([{ bundle: "B1", used: ["E2", "E4"], unused: ["E1", "E3"] }]);
    expect(labelsIn(await read(ledger, "B1"))).toEqual([["E2 citation", "E4 quotation"]]);
  });

  it("keeps no secret of it", async () => {
    const { engine, ledger } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    for (const { secret, text } of secretSamples().slice(0, 3)) {
      await engine.used("B1", `The deployment key of the northern kiln is this: ${text}`);
      expect(JSON.stringify(await read(ledger, "B1"))).not.toContain(secret);
    }
    expect((await read(ledger, "B1")).uses[0]?.uncitedSentences).toHaveLength(1);
  });

  it("is shown as far as the cap allows, the most telling first, and is on record whole", async () => {
    const { engine, ledger } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const long = `[E9] ${"The owner signs the second sheet of paper there.\n\n".repeat(100)}${ANSWER}`;
    const { budget, use } = await engine.used("B1", long, { capBytes: 3_000 });
    expect(budget.usedBytes).toBeLessThanOrEqual(3_000);
    expect(use.used.map(({ label }) => label)).toEqual(["E2", "E4"]);
    expect(use.unknownCitations).toHaveLength(1);
    const kept = (await read(ledger, "B1")).uses[0]?.uncitedSentences.length ?? 0;
    expect(budget.dropped).toBe(kept - use.uncitedSentences.length);
    expect(budget.dropped).toBeGreaterThan(50);
  });

  it("is refused when it is empty, and when there is no such bundle", async () => {
    const { engine, ledger } = await aDesk();
    await expect(engine.used("newest", "x")).rejects.toMatchObject({ code: "bundle_unknown" });
    await recordBundle(ledger, aBundle(FOUR));
    await expect(engine.used("B2", "x")).rejects.toMatchObject({ code: "bundle_unknown" });
    await expect(engine.used("B1", " \n")).rejects.toMatchObject({ code: "option_invalid" });
  });
});

const rendered = (bundle: string, text: string): string => `ledger ${bundle}\n${text}`;

describe("an answer in a transcript", () => {
  const COMMAND = "exhibit bundle 'who may deploy to the line' --markdown";

  it("is found behind the bundle that its agent was given: E2 cited, E4 quoted, E1 and E3 unused (ADM-04)", async () => {
    const { engine, ledger, workspace } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const transcript = new AgentSession(workspace.root);
    transcript.ask("Who may deploy?");
    transcript.say("Before it I can cite nothing of [E3].");
    transcript.run(COMMAND, rendered("B1", TEXTS.join("\n")));
    transcript.say("Let me read that.");
    transcript.say(ANSWER);
    const { uses } = await engine.import({ from: "claude-code", root: transcript.root });
    expect(uses).toBe(1);
    const entry = await read(ledger, "B1");
    expect(labelsIn(entry)).toEqual([["E2 citation", "E4 quotation"]]);
    const [use] = entry.uses;
    expect(use).toMatchObject({ from: "transcript", unused: ["E1", "E3"] });
    // The answer is the entry itself, at that version.
    const opened = await engine.open(`${use?.answer}@${use?.answerSha256}`);
    expect(opened.text).toBe(ANSWER);
  });

  it("changes nothing when the transcript is imported again, also from its start", async () => {
    const { engine, ledger, workspace } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const transcript = new AgentSession(workspace.root);
    transcript.run(COMMAND, rendered("B1", TEXTS.join("\n")));
    transcript.say(ANSWER);
    const from = { from: "claude-code", root: transcript.root };
    expect((await engine.import({ ...from, dryRun: true })).uses).toBe(0);
    expect((await read(ledger, "B1")).uses).toEqual([]);
    expect((await engine.import(from)).uses).toBe(1);
    expect((await engine.import(from)).uses).toBe(0);
    // A file that begins in another way is another one, and is read from its start.
    const before = readFileSync(transcript.path, "utf8");
    writeFileSync(transcript.path, `{"type":"progress"}\n${before}`);
    expect(await engine.import(from)).toMatchObject({ uses: 0, totals: { new: 0, seen: 1 } });
    expect((await read(ledger, "B1")).uses).toHaveLength(1);
  });

  it("is found when it comes with a later import than its bundle", async () => {
    const { engine, ledger, workspace } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const transcript = new AgentSession(workspace.root);
    transcript.run(COMMAND, rendered("B1", TEXTS.join("\n")));
    const from = { from: "claude-code", root: transcript.root };
    expect((await engine.import(from)).uses).toBe(0);
    transcript.say(ANSWER);
    expect((await engine.import(from)).uses).toBe(1);
    transcript.ask("And who else?");
    transcript.say("The weather is fine.");
    transcript.say("As I said, see [E3].");
    expect((await engine.import(from)).uses).toBe(1);
    expect(labelsIn(await read(ledger, "B1"))).toEqual([
      ["E2 citation", "E4 quotation"],
      ["E3 citation"],
    ]);
  });

  it("counts as one that used nothing where its turn ends without a use, so that the failure has a name (FAI-05)", async () => {
    const { engine, ledger, workspace } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const transcript = new AgentSession(workspace.root);
    transcript.run(COMMAND, rendered("B1", TEXTS.join("\n")));
    transcript.say("Let me think about it.");
    transcript.say("Anybody may deploy whenever they like.");
    transcript.ask("Thanks.");
    transcript.say("You are welcome.");
    await engine.import({ from: "claude-code", root: transcript.root });
    expect(labelsIn(await read(ledger, "B1"))).toEqual([[]]);
    const { failure } = await engine.why("B1", { needed: "docs/e1.md" });
    expect(failure).toMatchObject({ stage: "use_failure", kind: "unused", owner: "use" });
  });

  it("belongs to no bundle that was only listed, that another project recorded, or whose output is somebody else's", async () => {
    const { engine, ledger, workspace } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const listed = new AgentSession(workspace.root);
    listed.run("exhibit ledger", "B1 who may deploy to the line, 4 exhibits");
    listed.say(ANSWER);
    const copied = new AgentSession(workspace.root);
    copied.run("cat notes.md", rendered("B1", TEXTS.join("\n")));
    copied.say(ANSWER);
    const foreign = new AgentSession("/home/lee/other");
    foreign.run(COMMAND, rendered("B1", TEXTS.join("\n")));
    foreign.say(ANSWER);
    // What was shown in the other project is nothing of this one, also when the session comes here.
    foreign.cwd = workspace.root;
    foreign.say(`Here: ${ANSWER}`);
    const unknown = new AgentSession(workspace.root);
    unknown.run(COMMAND, rendered("B7", TEXTS.join("\n")));
    unknown.say(ANSWER);
    for (const { root } of [listed, copied, foreign, unknown]) {
      expect((await engine.import({ from: "claude-code", root })).uses).toBe(0);
    }
    expect((await read(ledger, "B1")).uses).toEqual([]);
  });

  it("is forgotten with its entry, in the ledger too", async () => {
    const { engine, ledger, workspace } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    const transcript = new AgentSession(workspace.root);
    transcript.run(COMMAND, rendered("B1", TEXTS.join("\n")));
    transcript.say(`${ANSWER} The northern gate is painted zebra green.`);
    await engine.import({ from: "claude-code", root: transcript.root });
    expect(JSON.stringify(await read(ledger, "B1"))).toContain("zebra");
    await ledger.close();
    const { bundleCount } = await engine.forget({ sessions: ["s1"] }, { confirmed: true });
    expect(bundleCount).toBe(1);
    const after = openSqliteLedgerStore({ folder: workspace.dataFolder });
    onTestFinished(() => after.close());
    expect(JSON.stringify(await read(after, "B1"))).not.toContain("zebra");
    expect((await engine.import({ from: "claude-code", root: transcript.root })).uses).toBe(0);
  });

  it("does not stop an import when the ledger cannot be read, and the gaps say so", async () => {
    const { engine, ledger, workspace } = await aDesk();
    await recordBundle(ledger, aBundle(FOUR));
    await ledger.close();
    const transcript = new AgentSession(workspace.root);
    transcript.run(COMMAND, rendered("B1", TEXTS.join("\n")));
    transcript.say(ANSWER);
    writeFileSync(join(workspace.dataFolder, "ledger.db"), "no database at all, but long enough");
    const response = await engine.import({ from: "claude-code", root: transcript.root });
    expect(response).toMatchObject({ uses: 0, totals: { new: 1 } });
    expect(response.gaps).toMatchObject([{ code: "source_failed", subject: "ledger" }]);
  });
});
