import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutBetweenLines } from "../../../src/pipeline/capture/cut-between-lines.ts";
import { totalBytes } from "../../../src/pipeline/capture/to-capture.ts";
import type { KeptOutput } from "../../../src/ports/command-runner.ts";

/** What is kept of a text of which only both ends of so many bytes were read. */
function cut(text: string, half: number): KeptOutput {
  const bytes = Buffer.from(text);
  const tail = bytes.subarray(bytes.length - half);
  return cutBetweenLines({
    head: bytes.subarray(0, half),
    tail,
    cutBytes: bytes.length - 2 * half,
  });
}

const ends = ({ head, tail }: KeptOutput): readonly string[] =>
  [head, tail].map((bytes) => Buffer.from(bytes).toString());

describe("a cut through output", () => {
  it("moves to the borders of lines, of words in one long line, of characters in one long word", () => {
    expect(ends(cut("one\ntwo\nthree\nfour\nfive\n", 6))).toEqual(["one\n", "five\n"]);
    expect(ends(cut("one two three four five", 6))).toEqual(["one ", "five"]);
    expect(ends(cut("🙂🙂🙂🙂🙂🙂", 6))).toEqual(["🙂", "🙂"]);
    expect(ends(cut("🙂🙂🙂🙂🙂🙂", 3))).toEqual(["", ""]);
    expect(ends(cut("abcdefghij", 3))).toEqual(["abc", "hij"]);
  });

  it("leaves output that was not cut as it was", () => {
    const whole = { head: Buffer.from("half a li"), tail: new Uint8Array(), cutBytes: 0 };
    expect(cutBetweenLines(whole)).toBe(whole);
  });

  it("never loses count of a byte, and never cuts a character", () => {
    const text = fc
      .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("\n")))
      .map((parts) => parts.join(""));
    // Short texts and wide characters, where a cut falls inside one, are rare otherwise.
    fc.assert(
      fc.property(text, fc.double({ min: 0, max: 0.49, noNaN: true }), (written, share) => {
        const total = Buffer.byteLength(written);
        const output = cut(written, Math.floor(total * share));
        expect(totalBytes(output)).toBe(total);
        const [head = "", tail = ""] = ends(output);
        expect(written.startsWith(head)).toBe(true);
        expect(written.endsWith(tail)).toBe(true);
      }),
    );
  });
});
