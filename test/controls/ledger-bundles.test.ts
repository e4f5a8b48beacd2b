import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ArtifactRef } from "../../src/model/artifact.ts";
import { aBundle } from "../builders/a-bundle.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { findInFolder } from "../builders/find-in-folder.ts";
import { recordBundles } from "../builders/recorded-bundles.ts";
import { aSettledCopy } from "../builders/settled-copy.ts";

const QUESTION = "who owns the ledger";
const CANARY = "qzxquagmires";
const MIDDLE = "quagmir";

/** A workspace with one page, whose ledger holds two bundles. */
async function aRecordedWorkspace(): Promise<TestWorkspace> {
  const workspace = aWorkspace({ "a.md": aPage("Owners", "The harbor desk owns the ledger.") });
  const engine = await workspace.open();
  await engine.search(QUESTION);
  await engine.close();
  const text = { artifact: "artifact://files/a.md", text: "The harbor desk owns it." } as const;
  await recordBundles(workspace.dataFolder, [
    aBundle({ task: "one", exhibits: [text, text] }),
    aBundle({ task: "two", rejected: [text] }),
  ]);
  return workspace;
}

describe("the ledger of a workspace", () => {
  it("is empty, and nothing is created by asking", async () => {
    const workspace = aWorkspace({ "a.md": "# A\n" });
    const engine = await workspace.open();
    expect(await engine.ledger()).toMatchObject({
      bundles: [],
      bundleCount: 0,
      summary: { tokens: 0, net: 0, worst: "none" },
    });
    await expect(engine.ledgerEntry("B1")).rejects.toMatchObject({ code: "bundle_unknown" });
    await expect(engine.outcome("B1", { outcome: "success" })).rejects.toMatchObject({
      code: "bundle_unknown",
    });
    expect((await engine.status()).ledger).toMatchObject({ status: "empty", bundles: 0 });
    expect(findInFolder(workspace.root, "ledger.db")).toEqual([]);
  });

  it("lists a line for each task and names the worst beside the sum, so that no average hides it (LED-05)", async () => {
    const workspace = aWorkspace({ "a.md": "# A\n" });
    const usual = aBundle().net;
    const nets = [40, -900, 60, -900, 700];
    await recordBundles(
      workspace.dataFolder,
      nets.map((net, index) => aBundle({ task: `task ${index}` }, { net: { ...usual, net } })),
    );
    const engine = await workspace.open();
    const { bundles, summary } = await engine.ledger();
    expect(bundles.map(({ task, net }) => [task, net])).toEqual(
      nets.map((net, index) => [`task ${index}`, net]).reverse(),
    );
    expect(summary.net).toBe(nets.reduce((sum, net) => sum + net, 0));
    expect(summary.worst).toMatchObject({ id: "B4", net: -900 });
    expect((await engine.ledger({ limit: 1, before: "B4" })).bundles).toMatchObject([{ id: "B3" }]);
    const whole = await engine.ledger();
    const small = await engine.ledger({ capBytes: whole.budget.usedBytes - 100 });
    expect(small.bundles.length).toBeLessThan(5);
    expect(small.budget.dropped).toBe(5 - small.bundles.length);
    expect(small.bundleCount).toBe(5);
  });

  it("states what was saved by what was spent as its difference: 8,000 by 6,000 is 2,000 (LED-07)", async () => {
    const workspace = aWorkspace({ "a.md": "# A\n" });
    const net = { preloadAll: 9_000, admitted: 1_000, saved: 8_000, spent: 6_000, net: 2_000 };
    await recordBundles(workspace.dataFolder, [aBundle({}, { net })]);
    const engine = await workspace.open();
    expect((await engine.ledger()).bundles).toMatchObject([{ net: 2_000 }]);
    const { entry } = await engine.ledgerEntry("B1");
    expect(entry.record.net.net).toBe(entry.record.net.saved - entry.record.net.spent);
  });

  it("shows one bundle whole: two sections of a text as one source, and no split without labels (LED-02, LED-10)", async () => {
    const workspace = await aRecordedWorkspace();
    const engine = await workspace.open();
    const shown = await engine.ledgerEntry("B1");
    expect(shown.sources).toEqual([
      { artifact: "artifact://files/a.md", labels: ["E1", "E2"], tokens: 20 },
    ]);
    expect((await engine.ledger()).bundles.at(-1)).toMatchObject({ admitted: 2, sources: 1 });
    expect(shown.split).toEqual({
      total: 20,
      ...{ required: "n/a", helpful: "n/a", distractor: "n/a", trap: "n/a", irrelevant: "n/a" },
    });
    expect(shown.sum).toMatchObject({ holds: true, partBytes: shown.entry.record.bytes });
    await expect(engine.ledgerEntry("B1", { capBytes: 900 })).rejects.toMatchObject({
      code: "cap_too_small",
    });
    await expect(engine.ledgerEntry("B9")).rejects.toMatchObject({
      code: "bundle_unknown",
      message: expect.stringContaining("The newest is B2"),
    });
  });

  it("keeps how a task ended, without secrets, and infers nothing from it (ADM-05)", async () => {
    const workspace = await aRecordedWorkspace();
    const engine = await workspace.open();
    const secret = ["gh", "p_", "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fLaB3d"].join("");
    const told = await engine.outcome("B1", { outcome: "failure", note: `used ${secret}` });
    expect(told.outcome).toMatchObject({ bundle: "B1", outcome: "failure" });
    expect(told.outcome.at).toBe("2026-10-15T12:00:00.000Z");
    expect(JSON.stringify(told)).not.toContain(secret);
    await engine.outcome("B1", { outcome: "success" });
    const { entry } = await engine.ledgerEntry("B1");
    expect(entry.outcomes.map(({ outcome, note }) => [outcome, note === "none"])).toEqual([
      ["failure", false],
      ["success", true],
    ]);
    expect(entry).toMatchObject({ uses: [], helpful: {} });
    expect(findInFolder(workspace.dataFolder, secret)).toEqual([]);
    const [, line] = (await engine.ledger()).bundles;
    expect(line).toMatchObject({ outcome: "success", used: "unknown", helpful: "unknown" });
    const invalid = { code: "option_invalid" };
    const note = "x".repeat(1_001);
    await expect(engine.outcome("B1", { outcome: "success", note })).rejects.toMatchObject(invalid);
    await expect(
      engine.outcome("B1", { outcome: "maybe" } as unknown as { outcome: "success" }),
    ).rejects.toMatchObject(invalid);
    await expect(engine.outcome("B1", { outcome: "success", capBytes: 10 })).rejects.toMatchObject({
      code: "cap_too_small",
    });
    expect((await engine.ledgerEntry("B1")).entry.outcomes).toHaveLength(2);
  });

  it("is reported by status in bundles and bytes, and checked by doctor", async () => {
    const workspace = await aRecordedWorkspace();
    const engine = await workspace.open();
    const { ledger } = await engine.status();
    expect(ledger).toMatchObject({ status: "ok", reason: "", bundles: 2 });
    expect(ledger.databaseBytes + ledger.walBytes).toBeGreaterThan(4_096);
    const finding = async () =>
      (await (await workspace.open()).doctor()).findings.find(({ name }) => name === "ledger");
    expect(await finding()).toMatchObject({
      status: "ok",
      detail: "2 bundles, every checksum and every sum holds",
    });
    await engine.close();
    const db = new DatabaseSync(join(workspace.dataFolder, "ledger.db"));
    db.exec("DROP TRIGGER bundles_are_never_changed; UPDATE bundles SET facts = x'0011223344'");
    db.close();
    expect(await finding()).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("(and 1 more)"),
      advice: expect.stringContaining("Nothing can rebuild it"),
    });
  });
});

/** Ways a ledger can fail, each with the words that say so. */
const SPOILED: Readonly<Record<string, (path: string) => string>> = {
  "is no database": (path) => {
    writeFileSync(path, "not a ledger\n".repeat(500));
    return "damaged";
  },
  "was written by a newer program": (path) => {
    const db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 99");
    db.close();
    return "newer";
  },
  "is a folder": (path) => {
    rmSync(path);
    mkdirSync(path);
    return "file";
  },
  "is locked by another connection": (path) => {
    rmSync(path);
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE any_table (id); BEGIN EXCLUSIVE");
    onTestFinished(() => db.close());
    return "locked";
  },
};

for (const [what, spoil] of Object.entries(SPOILED)) {
  describe(`control: a ledger of bundles that ${what}`, () => {
    it("takes no answer away, and is named by status, doctor and the ledger itself", async () => {
      const workspace = aSettledCopy(await aRecordedWorkspace());
      const path = join(workspace.dataFolder, "ledger.db");
      const reason = spoil(path);
      const engine = await workspace.open();
      expect((await engine.search(QUESTION)).hits).not.toEqual([]);
      expect((await engine.status()).ledger).toMatchObject({
        status: "failed",
        bundles: "unknown",
        reason: reason === "file" ? expect.any(String) : expect.stringContaining(reason),
      });
      const { findings } = await engine.doctor();
      expect(findings.find(({ name }) => name === "ledger")).toMatchObject({ status: "failed" });
      await expect(engine.ledger()).rejects.toMatchObject({
        code: expect.stringMatching(/^(store|data_folder)_/),
      });
    });
  });
}

describe("forgetting what a bundle was made of", () => {
  /** A note with the canary, shown in one bundle and not in another. */
  async function aShownNote() {
    const workspace = aWorkspace({ "a.md": aPage("Owners", "The harbor desk owns the ledger.") });
    const engine = await workspace.open();
    await engine.remember(`The word is ${CANARY}.`);
    const [hit] = (await engine.search(CANARY, { sources: ["memory"] })).hits;
    const artifact: ArtifactRef = hit?.artifact ?? "artifact://none";
    const note = { artifact, text: `The word is ${CANARY}.`, title: `The word is ${CANARY}` };
    await recordBundles(workspace.dataFolder, [
      aBundle({ task: `what is ${CANARY}`, exhibits: [note] }),
      aBundle({ task: "owners" }),
    ]);
    await engine.outcome("B1", { outcome: "success", note: `it was ${CANARY}` });
    return { workspace, engine, artifact };
  }

  it("says how many bundles it takes the words from, then leaves no byte of them in any file, row, page or log", async () => {
    const { workspace, engine } = await aShownNote();
    const preview = await engine.forget({ query: CANARY });
    expect(preview).toMatchObject({ outcome: "preview", entryCount: 1, bundleCount: 1 });
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual(
      expect.arrayContaining(["ledger.db bundle_texts", "ledger.db sequel_texts"]),
    );
    const done = await engine.forget({ query: CANARY }, { confirmed: true });
    expect(done).toMatchObject({ outcome: "forgotten", entryCount: 1, bundleCount: 1 });
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual([]);
    const { entry, sum } = await engine.ledgerEntry("B1");
    expect(entry.record).toMatchObject({ rendering: "forgotten", task: { text: "forgotten" } });
    expect(sum.holds).toBe(true);
    const other = await engine.ledgerEntry("B2");
    expect(other.entry.record.task.text).toBe("owners");
    expect(await engine.forget({ query: CANARY }, { confirmed: true })).toMatchObject({
      bundleCount: 0,
    });
    await engine.close();
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual([]);
  });

  it("takes the words of a bundle whose task alone holds what is forgotten, and of one that is named", async () => {
    const workspace = await aRecordedWorkspace();
    await recordBundles(workspace.dataFolder, [
      aBundle({ task: `where does ${CANARY} come from` }),
      aBundle({ task: "owners of kilns" }),
    ]);
    const engine = await workspace.open();
    await engine.outcome("B4", { outcome: "failure", note: "nobody said marmalade" });
    const query = `${CANARY} comes`;
    expect(await engine.forget({ query })).toMatchObject({ entryCount: 0, bundleCount: 1 });
    // With any other condition beside them words are words of entries.
    const beside = { query, sources: ["memory"] as const };
    expect(await engine.forget(beside)).toMatchObject({ bundleCount: 0 });
    await engine.forget({ query }, { confirmed: true });
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual([]);
    const named = { references: ["B4", "B99"] };
    expect(await engine.forget(named)).toMatchObject({ entryCount: 0, bundleCount: 1 });
    await engine.forget(named, { confirmed: true });
    expect(findInFolder(workspace.dataFolder, "marmalade")).toEqual([]);
    expect((await engine.ledger()).bundles.map(({ task }) => task)).toEqual([
      "forgotten",
      "forgotten",
      "two",
      "one",
    ]);
  });

  it("takes the words of bundles that name a text of the workspace, when told its path", async () => {
    const workspace = await aRecordedWorkspace();
    const engine = await workspace.open();
    const done = await engine.forget({ references: ["a.md"] }, { confirmed: true });
    expect(done).toMatchObject({ entryCount: 0, bundleCount: 2 });
    expect(findInFolder(workspace.dataFolder, "The harbor desk owns it")).toEqual([]);
    expect((await engine.search(QUESTION)).hits).not.toEqual([]);
  });

  it("is refused with nothing removed while another process reads the ledger", async () => {
    const { workspace, engine } = await aShownNote();
    const reader = new DatabaseSync(join(workspace.dataFolder, "ledger.db"), { readOnly: true });
    onTestFinished(() => reader.close());
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM bundles").get();
    await expect(engine.forget({ query: CANARY }, { confirmed: true })).rejects.toMatchObject({
      code: "store_busy",
    });
    expect(await engine.forget({ query: CANARY })).toMatchObject({ entryCount: 1, bundleCount: 1 });
    reader.exec("COMMIT");
    await engine.forget({ query: CANARY }, { confirmed: true });
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual([]);
  });
});
