import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLineStarts, lineAt, rangeOfLines } from "../../src/analysis/line-table.ts";
import type { TextEncoding } from "../../src/model/artifact.ts";

function encode(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

/** The definition, in another way of saying it: split after each terminator, drop what is empty at the end. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\r\n|\n|\r(?!\n))/).filter((line) => line !== "");
}

const text = fc
  .array(fc.constantFrom("a", "é", "用", "😀", "\n", "\r", "\r\n", " ", "\f", "\u2028"))
  .map((parts) => parts.join(""));
const encoding = fc.constantFrom<TextEncoding>("utf-8", "utf-16le", "utf-16be");

describe("findLineStarts", () => {
  it("ends lines at LF, CRLF and CR and nowhere else, in every encoding (CIT-02)", () => {
    fc.assert(
      fc.property(text, encoding, (value, enc) => {
        const bytes = encode(value, enc);
        const starts = findLineStarts(bytes, enc);
        const lines = linesOf(value);
        expect(starts.length).toBe(lines.length);
        let offset = 0;
        lines.forEach((line, index) => {
          expect(starts[index]).toBe(offset);
          offset += encode(line, enc).length;
        });
      }),
    );
  });

  it("finds the line of any byte and the bytes of any lines", () => {
    fc.assert(
      fc.property(text, encoding, (value, enc) => {
        const bytes = encode(value, enc);
        const starts = findLineStarts(bytes, enc);
        linesOf(value).forEach((line, index) => {
          expect(lineAt(starts, starts[index] ?? -1)).toBe(index + 1);
          const range = rangeOfLines({ bytes, encoding: enc, starts }, index + 1, index + 1);
          const shown = bytes.subarray(range.startByte, range.endByte);
          expect(Buffer.from(shown)).toEqual(
            Buffer.from(encode(line.replace(/(\r\n|\n|\r)$/, ""), enc)),
          );
        });
      }),
    );
  });
});
