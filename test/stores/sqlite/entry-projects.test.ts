import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteEntryStore } from "../../../src/stores/sqlite/sqlite-entry-store.ts";
import { anItem, SHOWN } from "../../builders/entry-items.ts";
import { anEntryStore } from "./an-entry-store.ts";
import { aDataFolder } from "./data-folder.ts";

const sessions = { name: "sessions", projectId: "p1" } as const;

describe("an entry store", () => {
  it("is missing before anything was kept, and reading creates nothing (PAR-05)", async () => {
    const folder = aDataFolder();
    expect(await openSqliteEntryStore({ ...sessions, folder, mode: "readonly" })).toBe("missing");
    await (await anEntryStore(folder)).close();
    const store = await openSqliteEntryStore({ ...sessions, folder, mode: "readonly" });
    expect(store).not.toBe("missing");
    if (store === "missing") return;
    expect(await store.generation()).toMatchObject({ entryCount: 0 });
    expect(store.writable).toBe(false);
    const batch = { entries: [anItem("a")], files: [] };
    await expect(store.append(batch)).rejects.toMatchObject({ code: "store_readonly" });
    await store.close();
  });

  it("refuses the file of another project to readers and writers, and shows none of it (SCO-04)", async () => {
    const folder = aDataFolder();
    const store = await anEntryStore(folder, "p1");
    await store.append({ entries: [anItem("a")], files: [] });
    await store.close();
    for (const mode of ["readwrite", "readonly"] as const) {
      const other = openSqliteEntryStore({ ...sessions, folder, mode, projectId: "p2" });
      await expect(other).rejects.toMatchObject({ code: "scope_unresolved" });
    }
    const again = await anEntryStore(folder, "p1");
    expect(await again.generation()).toMatchObject({ entryCount: 1 });
    await again.close();
  });

  it("keeps each store in a file of its own (STO-02)", async () => {
    const folder = aDataFolder();
    const mode = "readwrite";
    const memory = await openSqliteEntryStore({ folder, mode, name: "memory", projectId: "p1" });
    const note = anItem("a note", { store: "memory", path: "note/1", kind: "note" });
    await memory.append({ entries: [note], files: [] });
    const store = await anEntryStore(folder);
    expect(await store.generation()).toMatchObject({ entryCount: 0 });
    await expect(store.append({ entries: [note], files: [] })).rejects.toThrow(RangeError);
    await store.close();
    writeFileSync(join(folder, "sessions.db"), "not a database, but long enough to be read as one");
    await expect(anEntryStore(folder)).rejects.toMatchObject({ code: "store_corrupt" });
    expect(await memory.entries([note.entry.ref], SHOWN)).toEqual([note.entry]);
    await memory.close();
  });
});
