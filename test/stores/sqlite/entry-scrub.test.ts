import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { EntryStore } from "../../../src/ports/entry-store.ts";
import { openSqliteEntryStore } from "../../../src/stores/sqlite/sqlite-entry-store.ts";
import { anItem, SHOWN } from "../../builders/entry-items.ts";
import { anEntryStore } from "./an-entry-store.ts";
import { aDataFolder } from "./data-folder.ts";

const CANARY = "canary-9f8e7d6c";
const AT = "2026-12-01T00:00:00Z";

/** Every place where the canary can be found: raw bytes of each file, and each blob as it is and unpacked. */
function findCanary(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name)).includes(CANARY),
  );
  const db = new DatabaseSync(join(folder, "sessions.db"), { readOnly: true });
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all() as unknown as { name: string }[];
    const rows = tables.flatMap(({ name }) =>
      db
        .prepare(`SELECT * FROM ${name}`)
        .all()
        .flatMap((row) => Object.values(row as Record<string, unknown>))
        .filter((value) => holdsCanary(value))
        .map(() => `a row of ${name}`),
    );
    return [...files, ...rows];
  } finally {
    db.close();
  }
}

function countFreePages(folder: string): unknown {
  const db = new DatabaseSync(join(folder, "sessions.db"), { readOnly: true });
  const row = db.prepare("PRAGMA freelist_count").get() as Record<string, unknown>;
  db.close();
  return row["freelist_count"];
}

function holdsCanary(value: unknown): boolean {
  if (typeof value === "string") return value.includes(CANARY);
  if (!(value instanceof Uint8Array)) return false;
  return [value, unpack(value)].some((bytes) => Buffer.from(bytes).includes(CANARY));
}

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return brotliDecompressSync(bytes);
  } catch {
    // Not every blob is packed.
    return bytes;
  }
}

/** Texts that do not pack well, so that the canary would be in the file as it is. */
function noise(seed: string, length = 3000): string {
  let text = "";
  for (let block = 0; text.length < length; block++) {
    text += createHash("sha256").update(`${seed} ${block}`).digest("base64");
  }
  return text;
}

async function fill(store: EntryStore): Promise<{ gone: readonly string[] }> {
  const kept = Array.from({ length: 40 }, (_, index) => anItem(`kept ${noise(`k${index}`)}`));
  const secret = anItem(`${noise("a")} ${CANARY} ${noise("b")}`, {
    title: CANARY,
    facts: { said: CANARY },
    recordedIn: "/home/dev/app",
    time: { at: "2026-10-01T10:00:00Z", basis: "observed", precision: "second", offset: "Z" },
  });
  const spooled = anItem(`${CANARY} as the hook had it`, { path: "claude-code/spool", rank: 1 });
  const whole = anItem(`${CANARY} as the transcript has it`, { path: "claude-code/spool" });
  await store.append({ entries: [...kept.slice(0, 20), secret, spooled], files: [] });
  await store.append({ entries: [whole, ...kept.slice(20)], files: [] });
  return { gone: [secret.entry.ref, whole.entry.ref] };
}

/** Stages a segment with rows of these texts and publishes it in place of all others. */
async function publish(store: EntryStore, texts: readonly string[]): Promise<void> {
  const from = await store.watermark();
  const { through } = await store.unindexed(1e9);
  const buried = await store.deadDocuments();
  const id = await store.stageSegment();
  const blocks = texts.map((text, number) => ({
    kind: "postings",
    number,
    bytes: Buffer.from(text.padEnd(50_000, "x")),
  }));
  await store.stageBlocks(id, blocks);
  const count = texts.length;
  const segment = { id, documentCount: count, passageCount: count, liveness: "all" } as const;
  await store.publishIndex({ from, through, segments: [segment], buried });
}

describe("what was forgotten", () => {
  it("is found nowhere in the file, its free pages or its log once it was scrubbed", async () => {
    const folder = aDataFolder();
    const store = await anEntryStore(folder);
    const { gone } = await fill(store);
    await publish(store, ["kept words", `${CANARY} words`]);
    expect(findCanary(folder)).not.toEqual([]);
    const report = await store.forget(gone as never, AT);
    expect(report.refs).toHaveLength(2);
    await publish(store, ["kept words"]);
    await store.scrub();
    expect(findCanary(folder)).toEqual([]);
    expect(countFreePages(folder)).toBe(0);
    expect(await store.check()).toEqual([]);
    const { entries } = await store.undated({ scope: SHOWN, limit: 100 });
    expect(entries).toHaveLength(40);
    const texts = await store.readTexts(entries.map((entry) => entry.version));
    expect(texts.every((text) => text instanceof Uint8Array)).toBe(true);
    await store.close();
    expect(findCanary(folder)).toEqual([]);
  });

  it("is said to be still there while a reader is in the way (store_busy)", async () => {
    const folder = aDataFolder();
    const path = join(folder, "sessions.db");
    const store = await openSqliteEntryStore({
      folder,
      name: "sessions",
      mode: "readwrite",
      projectId: "p1",
      busyTimeoutMs: 0,
    });
    const { gone } = await fill(store);
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM entries").get();
    await store.forget(gone as never, AT);
    await expect(store.scrub()).rejects.toMatchObject({ code: "store_busy" });
    reader.exec("COMMIT");
    reader.close();
    await store.scrub();
    expect(findCanary(folder)).toEqual([]);
    await store.close();
  });

  it("goes from the copy that a migration kept as well", async () => {
    const folder = aDataFolder();
    const store = await anEntryStore(folder);
    await fill(store);
    const copy = join(folder, "sessions.db.before-v2");
    const db = new DatabaseSync(join(folder, "sessions.db"));
    db.exec(`VACUUM INTO '${copy}'`);
    db.close();
    await store.scrub();
    expect(existsSync(copy)).toBe(false);
    await store.close();
  });
});
