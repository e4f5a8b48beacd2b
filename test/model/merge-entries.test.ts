import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/model/entry.ts";
import { mergeEntries } from "../../src/model/merge-entries.ts";
import { anEntry } from "../builders/an-entry.ts";

const times = fc.constantFrom<Entry["time"]>(
  { at: "unknown", basis: "unknown" },
  { at: "2026-08-10T12:00:00.000Z", basis: "observed", precision: "millisecond", offset: "Z" },
  { at: "2026-08-10T12:00:00.000Z", basis: "observed", precision: "millisecond", offset: "+02:00" },
  { at: "2026-08-10T11:00:00.000Z", basis: "indexed", precision: "millisecond", offset: "Z" },
  { at: "2026-08-10T10:00:00Z", basis: "observed_restamped", precision: "second", offset: "Z" },
);

const records = fc
  .record({
    text: fc.constantFrom("a", "bb", "cc"),
    rank: fc.constantFrom(1, 2),
    time: times,
    indexedAt: fc.constantFrom("2026-10-15T00:00:00.000Z", "2026-10-16T00:00:00.000Z"),
    session: fc.constantFrom("s1", "s2"),
    seq: fc.nat(2),
    attribution: fc.constantFrom<Entry["attribution"]>("cwd", "map", "unknown"),
    marks: fc.subarray<Entry["marks"][number]>(["failed", "rewound"]),
    facts: fc.dictionary(fc.constantFrom("x", "revision"), fc.constantFrom("1", "2")),
    supersedes: fc.constantFrom<Entry["supersedes"]>("none", "artifact://memory/a"),
    byte: fc.nat(1),
    place: fc.record({
      line: fc.nat(1),
      sha256: fc.constantFrom("0", "1"),
      present: fc.boolean(),
    }),
  })
  .map(({ text, session, byte, place, ...given }) =>
    anEntry(text, {
      ...given,
      path: "claude-code/0123456789abcdef",
      session: { agent: "claude-code", id: session, parentId: "none", agentId: "none" },
      locators: [{ path: "/t.jsonl", startByte: byte, endByte: byte + 1, ...place }],
    }),
  );

describe("two records of one entry", () => {
  it("become the same entry in whichever order they come", () => {
    fc.assert(
      fc.property(records, records, (a, b) => {
        expect(mergeEntries(a, b)).toEqual(mergeEntries(b, a));
      }),
    );
  });

  it("become the same entry however they are grouped", () => {
    fc.assert(
      fc.property(records, records, records, (a, b, c) => {
        expect(mergeEntries(mergeEntries(a, b), c)).toEqual(mergeEntries(a, mergeEntries(b, c)));
      }),
    );
  });

  it("change nothing when they come again", () => {
    fc.assert(
      fc.property(records, records, (a, b) => {
        const merged = mergeEntries(a, b);
        expect(mergeEntries(merged, b)).toEqual(merged);
      }),
    );
  });

  it("keep the text of the later revision, also where it is the shorter one", () => {
    const earlier = anEntry("thinking aloud", { facts: { revision: "1" } });
    const later = anEntry("done", { facts: { revision: "2" } });
    expect(mergeEntries(later, earlier)).toMatchObject({ version: later.version });
  });

  it("list two readings of one place in one order, and a place that either found as there", () => {
    const place = { path: "/t.jsonl", startByte: 0, endByte: 9, line: 1 };
    const [one, other] = ["a", "b"].map((sha256) =>
      anEntry("said", { locators: [{ ...place, sha256, present: sha256 === "a" }] }),
    );
    if (one === undefined || other === undefined) throw new Error("two records are needed");
    const again = { ...other, locators: [{ ...place, sha256: "b", present: true }] };
    const { locators } = mergeEntries(mergeEntries(other, one), again);
    expect(locators.map(({ sha256, present }) => [sha256, present])).toEqual([
      ["a", true],
      ["b", true],
    ]);
  });

  it("keep the time of the transcript and not that of the hook (TIM-04)", () => {
    const spool = anEntry("call", {
      rank: 1,
      time: { at: "2026-08-10T12:00:01Z", basis: "indexed", precision: "second", offset: "Z" },
    });
    const transcript = anEntry("call", {
      time: { at: "2026-08-10T12:00:05Z", basis: "observed", precision: "second", offset: "Z" },
    });
    expect(mergeEntries(spool, transcript).time).toEqual(transcript.time);
  });
});
