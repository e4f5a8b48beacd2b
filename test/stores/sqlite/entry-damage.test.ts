import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { EntryStore } from "../../../src/ports/entry-store.ts";
import { openSqliteEntryStore } from "../../../src/stores/sqlite/sqlite-entry-store.ts";
import { anItem, at, locator, SHOWN } from "../../builders/entry-items.ts";
import { anEntryStore } from "./an-entry-store.ts";
import { aDataFolder } from "./data-folder.ts";

const ITEMS = [1, 2, 3].map((number) =>
  anItem(`text ${number} ${"word ".repeat(50)}`, {
    time: at(`2026-10-0${number}T10:00:00.000Z`),
    locators: [locator("/t/a.jsonl", number * 10)],
  }),
);
const VERSIONS = ITEMS.map(({ entry }) => entry.version);

/** Returns a store with three entries whose file was changed behind its back. */
async function damagedBy(sql: string): Promise<EntryStore> {
  const folder = aDataFolder();
  const store = await anEntryStore(folder);
  const file = {
    agent: "claude-code",
    path: "/t/a.jsonl",
    readBytes: 40,
    size: 40,
    mtimeNs: 1n,
    headSha256: "0123456789abcdef",
    headBytes: 40,
    state: "{}",
    present: true,
  };
  await store.append({ entries: ITEMS, files: [file] });
  await store.close();
  const db = new DatabaseSync(join(folder, "sessions.db"));
  db.exec(sql);
  db.close();
  return anEntryStore(folder);
}

describe("a damaged entry store", () => {
  it("returns no text whose block was changed, and names every one", async () => {
    const store = await damagedBy(
      "UPDATE text_blocks SET bytes = CAST(x'00' || substr(bytes, 2) AS BLOB)",
    );
    expect(await store.readTexts(VERSIONS)).toEqual(["damaged", "damaged", "damaged"]);
    expect(await store.check()).toHaveLength(3);
    expect((await store.unindexed(1000)).items).toEqual([]);
    await store.close();
  });

  it("returns no text that is another's, whose place was changed", async () => {
    const store = await damagedBy("UPDATE entries SET start = start + 1 WHERE id = 2");
    const [first, second, third] = await store.readTexts(VERSIONS);
    expect([first, third].every((text) => text instanceof Uint8Array)).toBe(true);
    expect(second).toBe("damaged");
    expect(await store.check()).toEqual([`the text of ${ITEMS[1]?.entry.ref} is damaged`]);
    await store.close();
  });

  it.each([
    ["attributes", "UPDATE entries SET attributes = replace(attributes, 'user', 'tool')"],
    ["time", "UPDATE entries SET epoch_ms = epoch_ms + 1"],
    ["scope", "UPDATE entries SET hidden = 1"],
    ["session place", "UPDATE entries SET seq = 9"],
    ["kind", "UPDATE entries SET kind = 3"],
  ])("refuses an entry whose %s was changed alone", async (_, sql) => {
    const store = await damagedBy(sql);
    const window = { scope: SHOWN, order: "newest", limit: 5 } as const;
    await expect(store.list(window)).rejects.toMatchObject({ code: "store_corrupt" });
    expect(await store.check()).not.toEqual([]);
    await store.close();
  });

  it.each([
    ["a count", "UPDATE state SET state = replace(state, '\"dated\":3', '\"dated\":4')"],
    ["a home", "UPDATE homes SET home = replace(home, 's1', 's2')"],
    ["a file's position", "UPDATE read_files SET position = replace(position, '40', '50')"],
    ["a missing entry", "DELETE FROM entries WHERE id = 1"],
    ["a missing home", "DELETE FROM homes"],
  ])("is found out by a check of every row: %s", async (_, sql) => {
    let findings: readonly string[] = [];
    try {
      const store = await damagedBy(sql);
      findings = await store.check();
      await store.close();
    } catch (error) {
      // The state itself is read before anything else.
      expect(error).toMatchObject({ code: "store_corrupt" });
      return;
    }
    expect(findings).not.toEqual([]);
  });

  it("refuses to grow beyond its limit and keeps what it had", async () => {
    const folder = aDataFolder();
    const store = await openSqliteEntryStore({
      folder,
      name: "sessions",
      mode: "readwrite",
      projectId: "p1",
      maxDatabaseBytes: 400_000,
    });
    await store.append({ entries: ITEMS, files: [] });
    const noise = Array.from({ length: 400 }, (_, index) =>
      anItem(Array.from({ length: 300 }, (_, at) => (index * 7919 + at * 104_729) % 99_991).join()),
    );
    const full = store.append({ entries: noise, files: [] });
    await expect(full).rejects.toMatchObject({ code: "store_full" });
    expect(await store.generation()).toMatchObject({ entryCount: 3 });
    await store.append({ entries: ITEMS, files: [] });
    expect(await store.check()).toEqual([]);
    await store.close();
  });
});
