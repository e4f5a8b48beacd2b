import { expect, it, onTestFinished } from "vitest";
import { createIndexKit } from "../../../src/lexical/index-kit.ts";
import { indexEntries } from "../../../src/pipeline/import/index-entries.ts";
import type { EntryStore } from "../../../src/ports/entry-store.ts";
import { openSqliteEntryStore } from "../../../src/stores/sqlite/sqlite-entry-store.ts";
import { aHistory, imported } from "../../builders/a-history.ts";
import {
  aTranscriptReader,
  type PlainLine,
  plainLines,
} from "../../builders/a-transcript-reader.ts";
import { aTree, writeTree } from "../../builders/a-tree.ts";
import { anImport } from "../../builders/an-import.ts";

async function aStore(): Promise<EntryStore> {
  const store = await openSqliteEntryStore({
    folder: aTree(),
    name: "sessions",
    mode: "readwrite",
    projectId: "p1",
  });
  onTestFinished(() => store.close());
  return store;
}

async function contentOf(store: EntryStore): Promise<readonly unknown[]> {
  const scope = { quarantined: "shown" } as const;
  const { entries } = await store.list({ scope, order: "newest", limit: 1000 });
  const undated = await store.undated({ scope, limit: 1000 });
  const all = [...entries, ...undated.entries].sort((a, b) => (a.ref < b.ref ? -1 : 1));
  const texts = await store.readTexts(all.map(({ version }) => version));
  return all.map((entry, index) => ({
    ...entry,
    text: Buffer.from(texts[index] ?? "").toString(),
  }));
}

const said = (nth: number): PlainLine[] => [
  { text: "continue", at: "2026-08-10T09:00:00Z" },
  { text: `question ${nth}`, nativeId: `u${nth}`, at: `2026-08-1${nth}T09:00:00Z` },
  { text: "cat a.md", kind: "tool_call", toolUseId: `t${nth}`, toolName: "Bash" },
  { text: "nobody knows where", cwd: "none" },
  { text: "continue" },
];

it("an import into the real store keeps what the plain one keeps, in pieces or at once, and the index follows", async () => {
  const reader = aTranscriptReader();
  const root = aHistory({ "a.jsonl": said(1), "b.jsonl": said(2) });
  const store = await aStore();
  await anImport(store, { reader, root });
  writeTree(root, {
    "a.jsonl": plainLines([...said(1), ...said(3)]),
    "c.jsonl": plainLines(said(2)),
  });
  const preview = await anImport(store, { reader, root, dryRun: true });
  const report = await anImport(store, { reader, root });
  expect(preview).toEqual(report);
  expect(report.events).toMatchObject({ seen: 5 });
  expect(await contentOf(store)).toEqual((await imported(root)).content);
  const { builder } = createIndexKit();
  const indexed = await indexEntries({ store, builder, textVersion: "1" });
  const { entryCount, unindexedCount } = await store.generation();
  expect(indexed.entries).toBe(entryCount);
  expect(unindexedCount).toBe(0);
});
