import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeFailure, MAX_FAILURE_BYTES } from "../../src/host/describe-failure.ts";

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

describe("why a renderer failed", () => {
  it("is never more than 600 bytes of JSON, whatever the command printed, and always says what went wrong", () => {
    const words = fc.string({ unit: "binary", maxLength: 2_000 });
    fc.assert(
      fc.property(words, words, (problem, tail) => {
        const told = describeFailure(problem, tail);
        expect(jsonBytes(told)).toBeLessThanOrEqual(MAX_FAILURE_BYTES);
        expect(told).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
    for (const word of ["\u001b", '"', "\\", "🙂", "\u{e0041}", "\n"]) {
      expect(
        jsonBytes(describeFailure(word.repeat(9_000), word.repeat(9_000))),
      ).toBeLessThanOrEqual(600);
    }
    expect(describeFailure("it exited with 1", "x".repeat(9_000))).toMatch(/^it exited with 1; /);
  });

  it("shows control characters, keeps the end of the command's words, and names no words where none are", () => {
    expect(describeFailure("it exited with 1", "a\r\n\u001b[31mred\u202e\n")).toBe(
      "it exited with 1; its last words: a␍␊␛[31mred<U+202E>",
    );
    expect(describeFailure("p", `${"x".repeat(900)}the end`)).toMatch(/: …x+the end$/);
    expect(describeFailure("it wrote no .md page", " \n")).toBe("it wrote no .md page");
  });
});
