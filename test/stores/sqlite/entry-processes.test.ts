import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { EntryStore } from "../../../src/ports/entry-store.ts";
import { SHOWN } from "../../builders/entry-items.ts";
import { anEntryStore } from "./an-entry-store.ts";
import { buildChild, endOf, firstLineOf, runChild, startChild } from "./child-process.ts";
import { aDataFolder } from "./data-folder.ts";

const WRITERS = Array.from({ length: 8 }, (_, index) => `w${index}`);
const BATCHES = 25;

async function readAll(store: EntryStore) {
  const { entries } = await store.list({ scope: SHOWN, order: "oldest", limit: 1_000_000 });
  return entries;
}

describe("an entry store under several processes", () => {
  it("keeps every entry of eight writers while four read, and no reader waits for a writer at all", async () => {
    const folder = aDataFolder();
    const data = `${folder}/data`;
    await (await anEntryStore(data)).close();
    const write = await buildChild("append-entries", folder);
    const read = await buildChild("read-entries", aDataFolder());
    const readers = [1, 2, 3, 4].map(() => startChild(read, [data]));
    await Promise.all(readers.map(firstLineOf));
    const readerEnds = readers.map(endOf);
    const ends = await Promise.all(
      WRITERS.map((writer) => runChild(write, [data, writer, String(BATCHES)])),
    );
    for (const reader of readers) reader.stdin?.end();
    const reports = (await Promise.all(readerEnds)).map(
      ({ output }) => JSON.parse(output) as { right: number; wrong: readonly string[] },
    );
    for (const { right, wrong } of reports) {
      expect(wrong).toEqual([]);
      expect(right).toBeGreaterThan(0);
    }
    const lines = ends.flatMap(({ output }) => output.trim().split("\n"));
    expect(lines).toHaveLength(WRITERS.length * BATCHES);
    const stored = lines.filter((line) => line === "stored").length;
    for (const line of lines) expect(["stored", "store_busy"]).toContain(line);
    const store = await anEntryStore(data);
    expect(await readAll(store)).toHaveLength(stored * 2);
    expect(await store.check()).toEqual([]);
    await store.close();
  }, 120_000);

  it("holds whole batches with their position after a kill at any write, and the next process goes on", async () => {
    const folder = aDataFolder();
    const script = await buildChild("append-entries", folder);
    const data = `${folder}/data`;
    for (let dieAfter = 1; dieAfter <= 8; dieAfter++) {
      const child = await runChild(script, [data, "w0", "30", String(dieAfter)]);
      expect(child.signal).toBe("SIGKILL");
      const store = await anEntryStore(data);
      const entries = await readAll(store);
      const [file] = await store.files("w0");
      expect(file?.readBytes ?? 0).toBe(entries.length * 10);
      expect(entries.map((entry) => entry.locators[0]?.startByte)).toEqual(
        entries.map((_, index) => index * 10),
      );
      expect(await store.check()).toEqual([]);
      await store.close();
    }
    expect((await runChild(script, [data, "w0", "30"])).code).toBe(0);
    const whole = await digestOf(data);
    await runChild(script, [`${folder}/other`, "w0", "30"]);
    expect(whole).toBe(await digestOf(`${folder}/other`));
  }, 120_000);
});

async function digestOf(data: string): Promise<string> {
  const store = await anEntryStore(data);
  const told = [await readAll(store), await store.files(), (await store.generation()).entryCount];
  await store.close();
  const text = JSON.stringify(told, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return createHash("sha256").update(text).digest("hex");
}
