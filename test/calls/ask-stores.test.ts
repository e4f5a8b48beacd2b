import { describe, expect, it } from "vitest";
import { askStores } from "../../src/calls/ask-stores.ts";
import type { EntryStores } from "../../src/calls/entry-stores.ts";
import type { CallParts } from "../../src/calls/session.ts";
import { scopeUnresolved } from "../../src/errors-of-entries.ts";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import { createEntryIndexes } from "../../src/pipeline/search/entry-indexes.ts";
import { aQuery } from "../builders/index-documents.ts";

const kit = createIndexKit();

/** Just what asking needs: stores that behave as given. */
function partsWith(entries: Pick<EntryStores, "read">): CallParts {
  const stores = {
    ...entries,
    write: () => Promise.reject(new Error("not here")),
    close: async () => {},
  };
  const parts = { entries: stores, entryIndexes: createEntryIndexes(kit), kit };
  return parts as unknown as CallParts;
}

const QUESTION = {
  asked: ["sessions", "memory"],
  query: aQuery("ledger"),
  scope: { quarantined: "hidden" },
  excludedSessions: [],
  mode: "off",
} as const;

describe("asking stores", () => {
  it("waits for a store no longer than it says, and then says that, as of any other failure", async () => {
    let reads = 0;
    const parts = partsWith({
      read: async (name) => {
        if (name === "memory") return { status: "empty" };
        // Opened, and then silent for ever.
        reads++;
        return reads > 1 ? new Promise(() => {}) : { status: "ok", store: {} as never };
      },
    });
    const answers = await askStores(parts, { ...QUESTION, maxStoreMs: 20 });
    expect(answers.map(({ standing }) => standing)).toEqual([
      { name: "sessions", status: "failed", reason: "no answer within 20 ms", entries: 0 },
      { name: "memory", status: "ok", reason: "", entries: 0 },
      { name: "captures", status: "not_asked", reason: "", entries: 0 },
    ]);
    expect(answers[0]?.gaps).toEqual([
      { code: "source_failed", subject: "sessions", detail: "no answer within 20 ms" },
    ]);
  });

  it("refuses the whole call when nobody knows whose project it is (SCO-04)", async () => {
    const parts = partsWith({
      read: () => Promise.reject(scopeUnresolved("project.json", "it is gone")),
    });
    await expect(askStores(parts, QUESTION)).rejects.toMatchObject({ code: "scope_unresolved" });
  });
});
