import { appendFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { findProjectFolders } from "../../src/host/resolve-project.ts";
import { citationOf, type Engine } from "../../src/index.ts";
import { STORE_NAMES } from "../../src/model/artifact.ts";
import { openEntryStores } from "../../src/open-entries.ts";
import { aClaudeHistory } from "../builders/a-claude-history.ts";
import { aTree } from "../builders/a-tree.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { findInFolder } from "../builders/find-in-folder.ts";

/** A word that shares its first letters with no other, so that no table of words can hold its middle under another one. */
const CANARY = "qzxquagmires";
/** In the word, in its stem, and in what either leaves when its first letters are taken from the word before. */
const MIDDLE = "quagmir";

function freePages(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return (db.prepare("PRAGMA freelist_count").get() as Record<string, unknown>)["freelist_count"];
  } finally {
    db.close();
  }
}

interface Desk {
  readonly workspace: TestWorkspace;
  readonly engine: Engine;
  readonly importAgain: () => ReturnType<Engine["import"]>;
}

/** A project whose sessions, memory, captures and ledger all hold the canary beside other things, all of it indexed. */
async function aDesk(): Promise<Desk> {
  const workspace = aWorkspace({
    "docs/owners.md": aPage("Owners", "The signal desk owns the ledger."),
  });
  const said = aClaudeHistory({ cwd: workspace.root, sessions: 2, turns: 3 });
  const history = aTree(
    Object.fromEntries(
      Object.entries(said).map(([path, lines]) => [
        path,
        lines
          .replace("What limits kiln 0x0?", `What limits kiln 0x0, and ${CANARY} besides?`)
          .replace("The kiln 0x1 fires nine hours.", `The kiln 0x1 fires ${CANARY} hours.`),
      ]),
    ),
  );
  const engine = await workspace.open();
  const [transcript = ""] = Object.keys(said);
  const sessionId = basename(transcript, ".jsonl");
  const importAgain = () => {
    // An agent writes down what a session is called again and again.
    const title = { type: "custom-title", customTitle: `About ${CANARY}`, sessionId };
    appendFileSync(join(history, transcript), `${JSON.stringify(title)}\n`);
    return engine.import({ from: "claude-code", root: history });
  };
  await importAgain();
  await engine.remember(`The word is ${CANARY}.`, { evidence: `ticket ${CANARY}` });
  await engine.remember("The harbor desk owns the rota.");
  await engine.put(Buffer.from(`checking\nkey ${CANARY} accepted\n`), { label: "build" });
  await engine.put(Buffer.from("checking\nall owners are known\n"), { label: "build" });
  const moments = { at: "2026-10-15T08:00:00Z", expires: "2026-10-22T08:00:00Z" };
  await engine.observe("docs/owners.md", { ...moments, evidence: `page behind ${CANARY}` });
  const { hits } = await engine.search(`${CANARY} word`, { sources: ["memory"] });
  const [note] = hits;
  if (note === undefined) throw new Error("the note was not found");
  await engine.observe(note.artifact, { ...moments, evidence: `asked for ${CANARY}` });
  return { workspace, engine, importAgain };
}

const OTHERS = ["harbor desk owns the rota", "all owners are known", "kiln 1x2 fires nine hours"];

/** What the rest answers: citation and text of each first hit. */
async function askOthers(engine: Engine) {
  const answers = [];
  for (const question of OTHERS) {
    const { hits } = await engine.search(question, { sources: ["sessions", "memory", "captures"] });
    answers.push(hits.slice(0, 1).map((hit) => [citationOf(hit), hit.excerpt]));
  }
  return answers;
}

describe("forget", () => {
  it("shows what it would remove without a word of it, and removes nothing", async () => {
    const { engine, workspace } = await aDesk();
    const before = findInFolder(workspace.dataFolder, MIDDLE);
    const preview = await engine.forget({ query: CANARY });
    expect(preview).toMatchObject({ outcome: "preview", entryCount: 4, observationCount: 1 });
    expect(preview.entries).toHaveLength(4);
    expect(preview.stores.map(({ name, entryCount }) => [name, entryCount])).toEqual([
      ["sessions", 2],
      ["memory", 1],
      ["captures", 1],
    ]);
    expect(JSON.stringify(preview)).not.toContain(MIDDLE);
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual(before);
    expect((await engine.search(CANARY)).hits.length).toBeGreaterThan(0);
  });

  it("leaves no byte in any file, row, free page or log, and the rest answers as before (STO-08)", async () => {
    const { engine, workspace, importAgain } = await aDesk();
    // Otherwise nothing below would prove anything.
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual(
      expect.arrayContaining([
        "sessions.db titles",
        "memory.db entries",
        ...["sessions", "memory", "captures"].flatMap((name) =>
          ["text_blocks", "segment_blocks"].map((table) => `${name}.db ${table}`),
        ),
        "ledger.db observations",
      ]),
    );
    const others = await askOthers(engine);
    const done = await engine.forget({ query: CANARY }, { confirmed: true });
    expect(done).toMatchObject({ outcome: "forgotten", entryCount: 4, observationCount: 1 });
    // The observation of the page was not part of it; nothing else is left, before any other call rewrites a file.
    const left = findInFolder(workspace.dataFolder, MIDDLE);
    expect(left).toEqual(["ledger.db", "ledger.db observations"]);
    const page = await engine.forget({ references: ["docs/owners.md"] }, { confirmed: true });
    expect(page).toMatchObject({ entryCount: 0, observationCount: 1 });
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual([]);
    for (const name of ["sessions", "memory", "captures", "ledger"]) {
      expect(freePages(join(workspace.dataFolder, `${name}.db`)), name).toBe(0);
    }
    expect(await askOthers(engine)).toEqual(others);
    const citations = others.flat().map(([citation]) => String(citation));
    expect(citations).toHaveLength(OTHERS.length);
    const { checks } = await engine.verify(citations);
    expect(checks.map(({ resolved }) => resolved)).toEqual(OTHERS.map(() => "exact"));
    // The transcript of the agent still holds it: what was forgotten stays so.
    const again = await importAgain();
    expect(again.totals.new).toBe(0);
    await expect(
      engine.remember(`The word is ${CANARY}.`, { evidence: `ticket ${CANARY}` }),
    ).rejects.toMatchObject({ code: "note_invalid" });
    expect((await engine.search(CANARY)).hits).toEqual([]);
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual([]);
    await engine.close();
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual([]);
  });

  it("is refused while another process reads, with nothing removed, and works afterwards", async () => {
    const { engine, workspace } = await aDesk();
    const reader = new DatabaseSync(join(workspace.dataFolder, "captures.db"), { readOnly: true });
    onTestFinished(() => reader.close());
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM entries").get();
    const before = await engine.forget({ query: CANARY });
    await expect(engine.forget({ query: CANARY }, { confirmed: true })).rejects.toMatchObject({
      code: "store_busy",
    });
    const { budget: _, ...same } = await engine.forget({ query: CANARY });
    expect(same).toMatchObject({ entryCount: before.entryCount, entries: before.entries });
    reader.exec("COMMIT");
    await engine.forget({ query: CANARY }, { confirmed: true });
    expect((await engine.forget({ query: CANARY })).entryCount).toBe(0);
  }, 60_000);

  it("takes every condition given, and refuses a selection that names nothing", async () => {
    const { engine } = await aDesk();
    const count = async (...[selection]: Parameters<Engine["forget"]>) =>
      (await engine.forget(selection)).entryCount;
    expect(await count({ agents: ["build"] })).toBe(2);
    expect(await count({ agents: ["build"], query: CANARY })).toBe(1);
    expect(await count({ agents: ["build"], before: "2026-10-15" })).toBe(0);
    expect(await count({ before: "2026-08-02", sources: ["sessions"] })).toBe(15);
    expect(await count({ before: "2026-08-02", sources: ["memory"] })).toBe(0);
    expect(await count({ query: `${CANARY} nowhere` })).toBe(0);
    for (const selection of [{}, { query: " " }, { sources: ["captures"] as const }]) {
      await expect(engine.forget(selection)).rejects.toMatchObject({ code: "option_invalid" });
    }
  });

  it("finishes by the same call what was interrupted before the files were rewritten", async () => {
    const { engine, workspace } = await aDesk();
    const { entries } = await engine.forget({ query: CANARY });
    await engine.close();
    const folders = findProjectFolders({ workspace: workspace.root, dataFolder: "", home: "" });
    const stores = openEntryStores({ folders, createSharedFolder: () => undefined });
    for (const name of STORE_NAMES) {
      const store = await stores.write(name);
      const own = entries.filter(({ artifact }) => artifact.startsWith(`artifact://${name}/`));
      await store.dropIndex();
      await store.forget(
        own.map(({ artifact }) => artifact),
        "2026-10-15T12:00:00Z",
      );
    }
    await stores.close();
    const left = findInFolder(workspace.dataFolder, MIDDLE);
    expect(left.filter((place) => place.includes("segment_blocks"))).not.toEqual([]);
    const later = await workspace.open();
    const done = await later.forget(
      { query: CANARY, references: entries.map(({ artifact }) => artifact) },
      { confirmed: true },
    );
    expect(done).toMatchObject({ entryCount: 0, notHeldCount: 4, observationCount: 1 });
    await later.forget({ references: ["docs/owners.md"] }, { confirmed: true });
    expect(findInFolder(workspace.dataFolder, MIDDLE)).toEqual([]);
    expect((await later.search("harbor desk owns the rota")).hits).not.toEqual([]);
  });
});
