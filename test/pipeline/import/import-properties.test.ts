import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStoreKeeper } from "../../../src/pipeline/import/keep-entries.ts";
import { aHistory, imported } from "../../builders/a-history.ts";
import {
  aTranscriptReader,
  type PlainLine,
  plainLines,
} from "../../builders/a-transcript-reader.ts";
import { writeTree } from "../../builders/a-tree.ts";
import { anImport, contentOf } from "../../builders/an-import.ts";
import { MemoryEntryStore } from "../../builders/memory-entry-store.ts";

const reader = aTranscriptReader();

const MORNING = "2026-08-10T09:00:00Z";

/** Lines as several agents write them: with and without ids, repeated, of a tool, undated, of other folders. */
const anyLine: fc.Arbitrary<PlainLine> = fc.oneof(
  fc.record({
    text: fc.constantFrom("continue", "yes", "The tail reader drops the last event."),
    at: fc.constantFrom("", MORNING, "2026-08-10T10:00:00.123+02:00"),
    cwd: fc.constantFrom("/home/dev/app", "/home/dev/app/src", "/home/dev/app-other", "none"),
  }),
  fc.record({
    text: fc.constantFrom("continue", "Look at tail.ts."),
    nativeId: fc.constantFrom("u1", "u2", "u3"),
    role: fc.constantFrom("user" as const, "assistant" as const),
    at: fc.constantFrom(MORNING, "2026-08-11T09:00:00Z"),
  }),
  fc.record({
    text: fc.constantFrom("ls", "cat tail.ts"),
    kind: fc.constantFrom("tool_call" as const, "tool_result" as const),
    toolUseId: fc.constantFrom("t1", "t2"),
    toolName: fc.constant("Bash"),
    rank: fc.constantFrom(1 as const, 2 as const),
  }),
);

/** Lines of three files, one of them in a folder. */
const anyFiles = fc.record({
  "a.jsonl": fc.array(anyLine, { maxLength: 8 }),
  "b.jsonl": fc.array(anyLine, { maxLength: 8 }),
  "deep/a.jsonl": fc.array(anyLine, { maxLength: 8 }),
});

describe("an import", () => {
  it("gives the same entries when it is done again, and reads nothing then", async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, async (files) => {
        const root = aHistory(files);
        const { store, content } = await imported(root);
        const again = await anImport(store, { reader, root });
        expect(contentOf(store)).toEqual(content);
        expect(again.files).toMatchObject({ read: 0, unchanged: 3 });
        expect(again.events).toEqual({ new: 0, seen: 0, changed: 0, forgotten: 0 });
      }),
      { numRuns: 30 },
    );
  });

  it("gives the same entries in whichever order files are read", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFiles,
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        async (files, order) => {
          const root = aHistory(files);
          const shuffled = {
            ...reader,
            list: async (folder: string) => {
              const listed = await reader.list(folder);
              return order.flatMap((index) => listed[index] ?? []);
            },
          };
          const { content } = await imported(root);
          expect((await imported(root, { reader: shuffled })).content).toEqual(content);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("gives the same entries when files grow between imports as when they are read at once", async () => {
    const pieces = fc.array(fc.nat(8), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(anyFiles, pieces, async (files, cuts) => {
        const root = aHistory({});
        const store = new MemoryEntryStore();
        for (const cut of [...cuts].sort((a, b) => a - b)) {
          for (const [path, lines] of Object.entries(files)) {
            writeTree(root, { [path]: plainLines(lines.slice(0, cut)) });
          }
          await anImport(store, { reader, root });
        }
        for (const [path, lines] of Object.entries(files)) {
          writeTree(root, { [path]: plainLines(lines) });
        }
        await anImport(store, { reader, root });
        expect(contentOf(store)).toEqual((await imported(root)).content);
      }),
      { numRuns: 30 },
    );
  });

  it("gives the same entries when it was ended after any batch and done again", async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.nat(9), async (files, last) => {
        const root = aHistory(files);
        const { content } = await imported(root);
        const store = new MemoryEntryStore();
        const small = createStoreKeeper(store, async () => undefined);
        let left = last;
        const ending = {
          ...small,
          keep: (batch: Parameters<typeof small.keep>[0]) => {
            if (left-- === 0) throw new Error("killed");
            return small.keep(batch);
          },
        };
        const parts = { keeper: ending, batchEntries: 1 };
        const ended = anImport(store, { reader, root, parts });
        await ended.catch((error: Error) => expect(error.message).toBe("killed"));
        await anImport(store, { reader, root });
        expect(contentOf(store)).toEqual(content);
      }),
      { numRuns: 20 },
    );
  });

  it("reports in a dry run what it would report, and writes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, anyFiles, async (before, after) => {
        const root = aHistory(before);
        const { store, content } = await imported(root);
        for (const [path, lines] of Object.entries(after)) {
          writeTree(root, { [`more/${path}`]: plainLines(lines) });
        }
        const { batches } = store;
        const preview = await anImport(store, { reader, root, dryRun: true });
        expect(store.batches).toBe(batches);
        expect(contentOf(store)).toEqual(content);
        expect(preview).toEqual(await anImport(store, { reader, root }));
      }),
      { numRuns: 30 },
    );
  });
});
