import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openGeminiReader } from "../../../src/sources/sessions/gemini/gemini-reader.ts";
import { openOpenCodeReader } from "../../../src/sources/sessions/opencode/opencode-reader.ts";
import { createForeignTablesOpener } from "../../../src/stores/sqlite/foreign-tables.ts";
import { jsonLines } from "../../builders/a-rollout.ts";
import { aTree, writeTree } from "../../builders/a-tree.ts";
import { anImport, contentOf } from "../../builders/an-import.ts";
import { anOpenCodeDatabase } from "../../builders/an-opencode-database.ts";
import { MemoryEntryStore } from "../../builders/memory-entry-store.ts";

const reader = openGeminiReader({ home: "/home/dev" });
const CHAT = "tmp/kiln/chats/session-a.jsonl";
const HEAD = { sessionId: "g1", projectHash: "kiln", startTime: "2026-08-10T09:00:00Z" };

const say = (id: string, text: string) => ({
  ...{ id, type: "gemini", timestamp: "2026-08-10T09:00:01Z", content: [{ text }] },
});

function aChat(files: Readonly<Record<string, string>>): string {
  return aTree({ "tmp/kiln/.project_root": "/home/dev/app", ...files });
}

async function textsAfter(root: string, store: MemoryEntryStore) {
  const report = await anImport(store, { reader, root });
  const texts = [...store.kept.values()].map(({ entry, text }) => [
    entry.facts["revision"]?.split(" ")[0] ?? "none",
    Buffer.from(text).toString(),
  ]);
  return { report, texts };
}

describe("a message that its agent wrote anew between two imports", () => {
  it("is one entry with its last text, longer or shorter, as if it had been read once", async () => {
    const first = [HEAD, say("m1", "Let me look at the kiln, one moment"), say("m2", "Hm")];
    const root = aChat({ [CHAT]: jsonLines(first) });
    const store = new MemoryEntryStore();
    await textsAfter(root, store);
    const all = [
      ...first,
      say("m1", "Nine hours"),
      { $set: { messages: [say("m2", "Hm, eight?")] } },
    ];
    writeTree(root, { [CHAT]: jsonLines(all) });
    const preview = await anImport(store, { reader, root, dryRun: true });
    const { report, texts } = await textsAfter(root, store);
    expect(preview).toEqual(report);
    expect(report.events).toMatchObject({ new: 0, changed: 2 });
    expect(texts.map(([, text]) => text).sort()).toEqual(["Hm, eight?", "Nine hours"]);
    const locators = contentOf(store).length;
    const fromScratch = new MemoryEntryStore();
    await textsAfter(root, fromScratch);
    expect(contentOf(fromScratch)).toHaveLength(locators);
    expect(contentOf(fromScratch).map(withoutPlaces)).toEqual(contentOf(store).map(withoutPlaces));
  });

  it("is one entry where the old form of the chat, one JSON text, was written anew", async () => {
    const old = "tmp/kiln/chats/session-old.json";
    const chat = (lastUpdated: string, text: string) =>
      JSON.stringify({ ...HEAD, lastUpdated, messages: [say("m1", text)] });
    const root = aChat({ [old]: chat("2026-08-10T09:00:01Z", "A first, rather long answer") });
    const store = new MemoryEntryStore();
    await textsAfter(root, store);
    writeTree(root, { [old]: chat("2026-08-10T09:00:05Z", "Short") });
    expect((await textsAfter(root, store)).texts).toEqual([["all", "Short"]]);
    // The agent carries an old chat over into lines and goes on there.
    rmSync(join(root, old));
    writeTree(root, { [CHAT]: jsonLines([HEAD, say("m1", "Short!")]) });
    expect((await textsAfter(root, store)).texts).toEqual([["lines", "Short!"]]);
  });

  it("does not become one with a message of another session that has the same id", async () => {
    const other = { ...HEAD, sessionId: "g2" };
    const root = aChat({
      [CHAT]: jsonLines([HEAD, say("m1", "one")]),
      "tmp/kiln/chats/session-b.jsonl": jsonLines([other, say("m1", "two")]),
    });
    const { texts } = await textsAfter(root, new MemoryEntryStore());
    expect(texts.map(([, text]) => text).sort()).toEqual(["one", "two"]);
  });
});

describe("a row that OpenCode wrote anew between two imports", () => {
  const place = { home: "/home/dev", xdgDataHome: "", opencodeDb: "" };
  const openCode = openOpenCodeReader(place, createForeignTablesOpener({ waitMs: 60 }));
  const saying = (text: string): string => JSON.stringify({ type: "text", text });

  it("is one entry: with the longer text where no row says when, else with the later one", async () => {
    const root = aTree();
    const database = await anOpenCodeDatabase(join(root, "opencode.db"), {
      sessions: [{ id: "ses_1", directory: "/home/dev/app" }],
      messages: [{ id: "msg_1", session: "ses_1", data: { role: "assistant" } }],
      parts: [{ id: "prt_1", message: "msg_1", session: "ses_1", data: saying("Nine") }],
    });
    const store = new MemoryEntryStore();
    const texts = async () => {
      await anImport(store, { reader: openCode, root });
      return [...store.kept.values()].map(({ text }) => Buffer.from(text).toString());
    };
    expect(await texts()).toEqual(["Nine"]);
    database.exec(`UPDATE part SET data = '${saying("Nine hours, I think")}'`);
    expect(await texts()).toEqual(["Nine hours, I think"]);
    database.exec("ALTER TABLE part ADD COLUMN time_updated INTEGER");
    database.exec(`UPDATE part SET time_updated = 1786363201000, data = '${saying("Ten")}'`);
    expect(await texts()).toEqual(["Ten"]);
    database.close();
  });
});

/** An entry read twice stands at both places it was read from, and in the order of the first. */
function withoutPlaces(entry: unknown): unknown {
  return { ...(entry as object), locators: [], seq: 0 };
}
