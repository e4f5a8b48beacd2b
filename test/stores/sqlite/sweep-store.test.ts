import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { openSqliteContentStore } from "../../../src/stores/sqlite/sqlite-content-store.ts";
import { aPublication } from "../../contracts/content-examples.ts";
import { aDataFolder } from "./data-folder.ts";

it("gives the space of swept segments back to the disk", async () => {
  const store = await openSqliteContentStore({ folder: aDataFolder(), mode: "readwrite" });
  const big = await store.stageSegment();
  const blocks = Array.from({ length: 40 }, (_, number) => ({
    kind: "postings",
    number,
    // Random, so that packing does not shrink it.
    bytes: randomBytes(60_000),
  }));
  await store.stageBlocks(big, blocks);
  const segments = [{ id: big, documentCount: 1, passageCount: 1, liveness: "all" as const }];
  await store.publish(aPublication("none", 0, { segments }));
  const full = await store.sizes();
  expect(full.indexBytes).toBe(40 * 60_000);
  await store.publish(aPublication(1, 0));
  await store.publish(aPublication(2, 0));
  await store.sweep();
  const swept = await store.sizes();
  expect(swept.indexBytes).toBe(0);
  expect(swept.databaseBytes).toBeLessThan(full.databaseBytes / 4);
  expect(await store.check()).toEqual([]);
  await store.close();
});
