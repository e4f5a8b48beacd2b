import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type EngineError, storeBusy, storeConflict } from "../../src/errors.ts";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import { openTextProcessor } from "../../src/open-processor.ts";
import {
  createProjectionKeeper,
  type ProjectionKeeper,
} from "../../src/pipeline/refresh/keep-projection.ts";
import type { ContentStore } from "../../src/ports/content-store.ts";
import type { RefreshLock } from "../../src/ports/refresh-lock.ts";
import { openFilesReader } from "../../src/sources/files/files-reader.ts";
import { openMemoryContentStore } from "../../src/stores/memory/memory-content-store.ts";
import { createMemoryRefreshLock } from "../../src/stores/memory/memory-refresh-lock.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";

interface Setup {
  readonly store: ContentStore;
  readonly lock: RefreshLock;
  readonly wait: (ms: number) => Promise<void>;
}

/** A keeper whose clock moves two seconds at each look, so that nothing is debounced. */
function aKeeper(workspace: TestWorkspace, { store, lock, wait }: Setup): ProjectionKeeper {
  const kit = createIndexKit();
  let nowMs = Date.parse("2026-10-15T12:00:00Z");
  return createProjectionKeeper({
    parts: {
      clock: {
        now: () => {
          nowMs += 2_000;
          return nowMs;
        },
      },
      store,
      lock,
      files: openFilesReader({ root: workspace.root }),
      records: "none",
      builder: kit.builder,
      textVersion: "test",
      openProcessor: (bytes) => openTextProcessor(kit, "in memory", bytes),
      expectedModules: [],
      onProgress: () => undefined,
    },
    wait,
    startRefreshBeside: async () => false,
  });
}

describe("control: a first generation that another process never finishes", () => {
  it("is waited for only so long, and the answer says how long and for whom", async () => {
    const workspace = aWorkspace({ "a.md": aPage("A", "words") });
    const lock = createMemoryRefreshLock();
    await lock.acquire();
    let waitedMs = 0;
    const wait = async (ms: number): Promise<void> => {
      waitedMs += ms;
    };
    const keeper = aKeeper(workspace, { store: openMemoryContentStore(), lock, wait });
    const { projection, gaps } = await keeper.stand("auto");
    expect(projection).toMatchObject({ state: "unavailable", refresh: { status: "busy" } });
    expect(projection.refresh.reason).toContain("this process");
    expect(projection.refresh.reason).toContain(`waited ${waitedMs / 1_000} seconds`);
    expect(gaps).toContainEqual({ code: "index_empty" });
  });
});

describe("control: a note about settled inputs that cannot be written", () => {
  /** A keeper over one page that was touched and not changed, and a store that refuses to note it. */
  async function aTouchedPage(refusal: EngineError): Promise<ProjectionKeeper> {
    const workspace = aWorkspace({ "a.md": aPage("A", "words") });
    const store = openMemoryContentStore();
    const keeper = aKeeper(workspace, {
      store: {
        ...store,
        rememberInputs: async () => {
          throw refusal;
        },
      },
      lock: createMemoryRefreshLock(),
      wait: async () => undefined,
    });
    await keeper.stand("auto");
    utimesSync(join(workspace.root, "a.md"), 1_000_000, 1_000_000);
    return keeper;
  }

  it("fails no answer while the store is busy", async () => {
    const keeper = await aTouchedPage(storeBusy("content.db"));
    expect((await keeper.stand("auto")).projection.state).toBe("current");
  });

  it("hides no other refusal of the store", async () => {
    const keeper = await aTouchedPage(storeConflict("content.db", "1", "2"));
    await expect(keeper.stand("auto")).rejects.toMatchObject({ code: "store_conflict" });
  });
});
