import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NoteDraft, titleOfText, toNote } from "../../../src/pipeline/remember/to-note.ts";

const DRAFT: NoteDraft = {
  text: "The kiln is cold.",
  title: "Kiln",
  noteKind: "fact",
  observed: "none",
  written: {
    at: "2026-10-15T12:00:00.000Z",
    basis: "edited",
    precision: "millisecond",
    offset: "Z",
  },
  evidence: "none",
  supersedes: "none",
  byAgent: false,
  session: "none",
  redactions: [],
  indexedAt: "2026-10-15T12:00:00.000Z",
};

describe("a note as an entry", () => {
  it("is the same whenever it was written and kept, and another one when anything it says differs", () => {
    const path = (change: Partial<NoteDraft>): string => toNote({ ...DRAFT, ...change }).entry.path;
    const at = "2027-01-01T00:00:00.000Z";
    const written = { at, basis: "edited", precision: "millisecond", offset: "Z" } as const;
    expect(path({ written, indexedAt: at })).toBe(path({}));
    const others = [
      path({ text: "The kiln is hot." }),
      path({ title: "Oven" }),
      path({ noteKind: "note" }),
      path({ byAgent: true }),
      path({ supersedes: "artifact://memory/note/0000000000000000" }),
      path({ observed: { at: "2026-10-01", basis: "declared", precision: "day", offset: "Z" } }),
    ];
    expect(new Set([...others, path({})]).size).toBe(others.length + 1);
  });

  it("is marked when an agent wrote it, and is then never a person's word (COR-24)", () => {
    expect(toNote({ ...DRAFT, byAgent: true }).entry).toMatchObject({
      origin: "agent-generated",
      marks: ["agent"],
      role: "assistant",
    });
    expect(toNote(DRAFT).entry).toMatchObject({ origin: "authored", marks: [], role: "user" });
  });

  it("keeps its text byte for byte", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { entry, text: bytes } = toNote({ ...DRAFT, text });
        expect(Buffer.from(bytes).toString()).toBe(text);
        expect(entry.byteLength).toBe(bytes.length);
      }),
    );
  });
});

describe("the title of a text", () => {
  it("is one line of 80 characters at most, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const title = titleOfText(text);
        expect([...title].length).toBeLessThanOrEqual(80);
        expect(title).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
