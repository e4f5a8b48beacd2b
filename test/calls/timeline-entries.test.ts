import { describe, expect, it } from "vitest";
import type { WordMatch } from "../../src/calls/match-words.ts";
import { listEntries } from "../../src/calls/timeline-entries.ts";
import { readQuestion } from "../../src/calls/timeline-question.ts";
import { aKeptProject, aMessage, observedAt } from "../builders/a-kept-project.ts";
import { withStoredEntries } from "../builders/stored-entries.ts";

const COUNT = 1_200;
const texts = Array.from({ length: COUNT }, (_, index) =>
  aMessage(`Entry ${index} of ${index % 97 === 0 ? "rare" : "plain"} kind.`, {
    seq: index,
    time:
      index % 400 === 1
        ? { at: "unknown", basis: "unknown" }
        : observedAt(new Date(Date.UTC(2026, 9, 1, 0, index)).toISOString()),
  }),
);

describe("entries that hold words too common to name", () => {
  it("are the same that naming them all would give, of however many a page (ORD-08)", async () => {
    const { dataFolder } = await aKeptProject({ sessions: texts });
    const isHeld = (text: string): boolean => text.includes("rare");
    const refs = texts.flatMap(({ entry, text }) => (isHeld(text) ? [entry.ref] : []));
    const answer = {
      ...{ words: ["rare"], unmatchedWords: [], unmetPhrases: [] },
      ...{ documentCount: refs.length, artifacts: [] },
    };
    const held = new Set(refs);
    const tested: WordMatch = {
      ...{ kind: "tested", answer },
      test: async (asked) => new Set(asked.filter((ref) => held.has(ref))),
    };
    const parts = { dataFolder, sources: ["files"] as const };
    await withStoredEntries(dataFolder, async (store) => {
      for (const options of [{ newest: 1 }, { newest: 5 }, { oldest: 4 }, { newest: 1_000 }]) {
        const question = readQuestion(parts, "rare", options);
        const named = await listEntries(store, question, { kind: "named", refs, answer });
        const walked = await listEntries(store, question, tested);
        expect(walked.page.items).toEqual(named.page.items);
        expect(walked.undated).toEqual(named.undated);
        // What lies behind is either counted, or said to be unknown.
        expect(["unknown", named.page.omitted]).toContain(walked.page.omitted);
      }
      const all = await listEntries(store, readQuestion(parts, "rare", { newest: 1_000 }), tested);
      expect(all.page.omitted).toBe(0);
      expect(all.page.items.length + (all.undated.items.length as number)).toBe(refs.length);
    });
  });
});
