import { expect, it } from "vitest";
import { createMemoryRefreshLock } from "../../../src/stores/memory/memory-refresh-lock.ts";
import { describeRefreshLock } from "../../contracts/refresh-lock.ts";

it("is held once at a time, and an old release does not free a new holder", async () => {
  const lock = createMemoryRefreshLock();
  const first = await lock.acquire();
  expect(await lock.acquire()).toEqual({ heldBy: "this process" });
  if ("heldBy" in first) throw new Error("nobody else could hold it");
  await first.release();
  expect(await lock.acquire()).not.toHaveProperty("heldBy");
  await first.release();
  expect(await lock.acquire()).toEqual({ heldBy: "this process" });
});

describeRefreshLock("the memory refresh lock", createMemoryRefreshLock);
