import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteLedgerStore } from "../../../src/stores/sqlite/sqlite-ledger-store.ts";
import { buildChild, runChild } from "./child-process.ts";
import { aDataFolder } from "./data-folder.ts";

const WRITERS = Array.from({ length: 8 }, (_, index) => `w${index}`);
const BUNDLES = 12;

describe("a ledger under several processes", () => {
  it("keeps every bundle of eight that append at once, each under an id of its own", async () => {
    const folder = aDataFolder();
    const data = join(folder, "data");
    const script = await buildChild("append-bundles", folder);
    const ends = await Promise.all(
      WRITERS.map((writer) => runChild(script, [data, writer, String(BUNDLES)])),
    );
    expect(ends.map(({ code }) => code)).toEqual(WRITERS.map(() => 0));
    const told = ends.map(({ output }) => output.trim().split("\n"));
    const ids = told.flat().filter((line) => line.startsWith("B"));
    // A writer that has to wait longer than the ledger allows is told so; nothing is lost without a word.
    expect(told.flat().filter((line) => !/^B\d+$/.test(line) && line !== "store_busy")).toEqual([]);
    expect(told.flat()).toHaveLength(WRITERS.length * BUNDLES);
    expect(new Set(ids).size).toBe(ids.length);
    const ledger = openSqliteLedgerStore({ folder: data });
    expect(await ledger.check()).toEqual([]);
    for (const [index, writer] of WRITERS.entries()) {
      for (const id of (told[index] ?? []).filter((line) => line.startsWith("B"))) {
        const entry = await ledger.read(id);
        expect(entry).toMatchObject({
          record: { id, session: `${writer} ${id}` },
          outcomes: [{ note: id }],
        });
      }
    }
    await ledger.close();
  }, 120_000);

  it("holds whole bundles only after a kill at any write, and the next process goes on", async () => {
    const folder = aDataFolder();
    const data = join(folder, "data");
    const script = await buildChild("append-bundles", folder);
    let before = 0;
    for (let dieAfter = 1; dieAfter <= 10; dieAfter++) {
      const child = await runChild(script, [data, "w0", "9", String(dieAfter)]);
      expect(child.signal).toBe("SIGKILL");
      expect(existsSync(join(data, "ledger.db"))).toBe(true);
      const ledger = openSqliteLedgerStore({ folder: data });
      const count = await ledger.count();
      // Four writes make a bundle: those that were told to be kept are all there, and nothing of the one under way.
      expect(count - before).toBe(Math.floor((dieAfter - 1) / 4));
      expect(count - before).toBe(child.output.split("\n").length - 1);
      expect(await ledger.check()).toEqual([]);
      expect(await ledger.list({ limit: 100 })).toHaveLength(count);
      before = count;
      await ledger.close();
    }
    // What was reserved by the dead stays a hole: no id is given out twice.
    const { output } = await runChild(script, [data, "w0", "2"]);
    const ledger = openSqliteLedgerStore({ folder: data });
    const ids = (await ledger.list({ limit: 100 })).map(({ id }) => id);
    expect(output.trim().split("\n")).toEqual(ids.slice(0, 2).reverse());
    expect(new Set(ids).size).toBe(before + 2);
    await ledger.close();
  }, 120_000);
});
