import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import { openTextProcessor } from "../../src/open-processor.ts";
import { createProjectionKeeper } from "../../src/pipeline/refresh/keep-projection.ts";
import { openFilesReader } from "../../src/sources/files/files-reader.ts";
import { openSqliteContentStore } from "../../src/stores/sqlite/sqlite-content-store.ts";
import { openSqliteRefreshLock } from "../../src/stores/sqlite/sqlite-refresh-lock.ts";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";

/** A database that SQLite itself refuses to grow: the same refusal as a full disk, without filling one. */
const MAX_DATABASE_BYTES = 400_000;

describe("control: a full disk", () => {
  it("leaves the last good generation whole, says why, and goes on when there is room (REF-16, REF-17)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("Owners", "The harbor desk owns the ledger.") });
    const folder = workspace.dataFolder;
    const store = await openSqliteContentStore({
      folder,
      mode: "readwrite",
      maxDatabaseBytes: MAX_DATABASE_BYTES,
    });
    const kit = createIndexKit();
    let nowMs = Date.parse("2026-10-15T12:00:00Z");
    const keeper = createProjectionKeeper({
      parts: {
        clock: { now: () => nowMs },
        store,
        lock: openSqliteRefreshLock({ folder, now: () => "now" }),
        files: openFilesReader({ root: workspace.root }),
        records: "none",
        builder: kit.builder,
        textVersion: "test",
        openProcessor: (bytes) => openTextProcessor(kit, store, bytes),
        expectedModules: [],
        onProgress: () => undefined,
      },
      wait: (ms) => setTimeout(ms),
      startRefreshBeside: async () => false,
    });
    expect((await keeper.stand("auto")).projection).toMatchObject({
      state: "current",
      generation: 1,
    });

    workspace.write({ "noise.md": aPage("Noise", randomWords(60_000)) });
    nowMs += 2_000;
    const full = await keeper.stand("auto");
    expect(full.projection).toMatchObject({
      state: "last_good",
      generation: 1,
      refresh: { status: "failed" },
    });
    expect(full.projection.refresh.reason).toContain("store_full");
    expect(full.gaps.map((gap) => gap.code)).toContain("refresh_failed");
    expect((await store.artifacts()).map((artifact) => artifact.path)).toEqual(["a.md"]);
    expect(await store.check()).toEqual([]);

    workspace.remove("noise.md");
    workspace.write({ "b.md": aPage("More", "The signal desk checks it.") });
    nowMs += 2_000;
    expect((await keeper.stand("auto")).projection).toMatchObject({
      state: "current",
      generation: 2,
    });
    await store.close();
  });
});

/** Words that neither repeat nor compress. */
function randomWords(count: number): string {
  let seed = 1;
  const next = (): string => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed.toString(36);
  };
  return Array.from({ length: count }, next).join(" ");
}
