import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/model/entry.ts";
import { createStoreKeeper } from "../../../src/pipeline/import/keep-entries.ts";
import {
  aFolder,
  aNoteSource,
  type FakeFolder,
  importAllNotes,
} from "../../builders/a-note-source.ts";
import { contentOf } from "../../builders/an-import.ts";
import { MemoryEntryStore } from "../../builders/memory-entry-store.ts";

const FOLDER = "/memories/app";
const NAMES = ["a.md", "b.md"] as const;

/** What happens to a folder between imports. */
type Step =
  | { readonly kind: "write"; readonly name: string; readonly text: string }
  | { readonly kind: "delete"; readonly name: string }
  | { readonly kind: "import"; readonly times: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("write" as const),
    name: fc.constantFrom(...NAMES),
    text: fc.constantFrom("nine hours", "ten hours", "eleven hours"),
  }),
  fc.record({ kind: fc.constant("delete" as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant("import" as const), times: fc.integer({ min: 1, max: 2 }) }),
);
const anySteps = fc.array(anyStep, { maxLength: 14 });

/** Runs the steps; returns, by file, the texts that imports saw, each run of equal ones once. */
async function run(
  steps: readonly Step[],
  importOnce: (folder: FakeFolder) => Promise<void>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = aFolder({});
  const seen = new Map<string, string[]>(NAMES.map((name) => [name, []]));
  for (const step of [...steps, { kind: "import", times: 1 } as const]) {
    if (step.kind === "write") folder.files.set(step.name, step.text);
    if (step.kind === "delete") folder.files.delete(step.name);
    if (step.kind !== "import") continue;
    for (let time = 0; time < step.times; time++) await importOnce(folder);
    for (const [name, text] of folder.files) {
      const texts = seen.get(name) ?? [];
      if (texts.at(-1) !== text) texts.push(String(text));
    }
  }
  return seen;
}

/** The texts of a file's notes, from the first to the one that nothing replaced. */
function chainOf(store: MemoryEntryStore, name: string): readonly string[] {
  const own = [...store.kept.values()].filter(({ entry }) =>
    entry.locators.some(({ path }) => path === `${FOLDER}/${name}`),
  );
  const texts: string[] = [];
  let at: Entry["supersededBy"] =
    own.find(({ entry }) => entry.supersedes === "none")?.entry.ref ?? "none";
  while (at !== "none") {
    const kept = store.kept.get(at);
    if (kept === undefined || texts.length > own.length) throw new Error(`${at} leads nowhere`);
    texts.push(Buffer.from(kept.text).toString());
    at = kept.entry.supersededBy;
  }
  expect(texts).toHaveLength(own.length);
  return texts;
}

describe("the notes of a file", () => {
  it("are one chain of its texts in order, however often it is imported, deleted and written again", async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const store = new MemoryEntryStore();
        const seen = await run(steps, async (folder) => {
          await importAllNotes(store, aNoteSource({ [FOLDER]: folder }));
        });
        for (const name of NAMES) expect(chainOf(store, name)).toEqual(seen.get(name));
      }),
      { numRuns: 200 },
    );
  });

  it("are the same whichever file comes first, and wherever an import is ended and run again", async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, fc.integer({ min: 1, max: 3 }), async (steps, endAfter) => {
        const whole = new MemoryEntryStore();
        await run(steps, async (folder) => {
          await importAllNotes(whole, aNoteSource({ [FOLDER]: folder }));
        });
        const ended = new MemoryEntryStore();
        await run(steps, async (folder) => {
          const files = new Map([...folder.files].reverse());
          const source = aNoteSource({ [FOLDER]: { ...folder, files } });
          await importUntil(ended, source, endAfter);
          await importAllNotes(ended, source);
        });
        expect(contentOf(ended)).toEqual(contentOf(whole));
      }),
      { numRuns: 100 },
    );
  });
});

const ENDED = "the process is gone";

/** Imports until so many batches were kept, and stops as a killed process does: nothing of the next one is there. */
async function importUntil(
  store: MemoryEntryStore,
  source: ReturnType<typeof aNoteSource>,
  endAfter: number,
): Promise<void> {
  const real = createStoreKeeper(store, () => Promise.resolve());
  let kept = 0;
  const keeper: typeof real = {
    ...real,
    keep: async (batch) => {
      if (++kept >= endAfter) throw new Error(ENDED);
      return real.keep(batch);
    },
  };
  await importAllNotes(store, source, { keeper }).catch((error: Error) => {
    if (error.message !== ENDED) throw error;
  });
}
