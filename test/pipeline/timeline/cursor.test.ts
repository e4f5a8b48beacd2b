import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../../src/errors.ts";
import {
  assertUnchanged,
  digestQuestion,
  readCursor,
  type TimelineCursor,
  writeCursor,
} from "../../../src/pipeline/timeline/cursor.ts";

const QUESTION = digestQuestion({ words: "ledger", order: "newest" });

function aCursor(stores: TimelineCursor["stores"]): TimelineCursor {
  const place = { epochMs: 1_760_000_000_000, ref: "artifact://sessions/claude-code/0a" } as const;
  return { question: QUESTION, place, shown: 20, stores };
}

function codeOf(work: () => unknown): string {
  try {
    work();
    return "none";
  } catch (error) {
    return error instanceof EngineError ? error.code : "another error";
  }
}

describe("a cursor", () => {
  it("reads back as it was written, whatever the place", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.string(),
        fc.nat(),
        fc.dictionary(fc.string(), fc.string()),
        (epochMs, path, shown, stores) => {
          const place = { epochMs, ref: `artifact://sessions/${path}` } as const;
          const cursor = { question: QUESTION, place, shown, stores: { ...stores } };
          const text = writeCursor(cursor);
          expect(text).toMatch(/^[\w-]+$/);
          expect(writeCursor(readCursor(text, QUESTION))).toBe(text);
          expect(readCursor(text, QUESTION).place).toEqual(place);
        },
      ),
    );
  });

  it("is refused where it is no cursor", () => {
    const text = writeCursor(aCursor({}));
    const json = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString("base64url");
    const broken = [
      "",
      "x",
      "💥",
      `${text}A`,
      text.slice(1),
      json({}),
      json([1, 2, 3, 4, 5]),
      json([]),
    ];
    for (const each of broken)
      expect(codeOf(() => readCursor(each, QUESTION))).toBe("cursor_invalid");
    fc.assert(
      fc.property(
        fc.string(),
        (noise) => codeOf(() => readCursor(noise, QUESTION)) === "cursor_invalid",
      ),
    );
  });

  it("is refused for another question", () => {
    const other = digestQuestion({ words: "ledger", order: "oldest" });
    expect(codeOf(() => readCursor(writeCursor(aCursor({})), other))).toBe("cursor_mismatch");
  });

  it("has a question that depends on each fact and on no order of them", () => {
    expect(digestQuestion({ order: "newest", words: "ledger" })).toBe(QUESTION);
    expect(digestQuestion({ words: "ledger", order: "newest", zone: "UTC" })).not.toBe(QUESTION);
  });

  it.each([
    ["nothing changed", { sessions: "7", files: "2" }, "none"],
    ["a store changed", { sessions: "8", files: "2" }, "cursor_stale"],
    ["a store was created", { sessions: "7", files: "2", memory: "1" }, "cursor_stale"],
    [
      "a store does not answer any more, which the answer says",
      { sessions: "unanswered", files: "2" },
      "none",
    ],
  ] as const)("where %s: %s", (_, now, code) => {
    expect(codeOf(() => assertUnchanged(aCursor({ sessions: "7", files: "2" }), now))).toBe(code);
  });

  it("is stale where a store that could not answer then can now", () => {
    const before = aCursor({ sessions: "unanswered" });
    expect(codeOf(() => assertUnchanged(before, { sessions: "7" }))).toBe("cursor_stale");
    expect(codeOf(() => assertUnchanged(before, { sessions: "unanswered" }))).toBe("none");
  });
});
