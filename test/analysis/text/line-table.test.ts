import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findLines,
  lineIndexAt,
  lineStart,
  lineText,
} from "../../../src/analysis/text/line-table.ts";

const anyText = fc
  .array(fc.constantFrom("a", "é", "🙂", "\n", "\r", "\r\n", "\u2028", "\u0085", "\f", "\v", " "), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));

describe("the lines of a text", () => {
  it("are what splitting at LF, CRLF and CR gives, and nothing else", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = text.split(/\r\n|\n|\r/);
        if (expected.at(-1) === "") expected.pop();
        const lines = findLines(text);
        expect(Array.from(lines.starts, (_, line) => lineText(lines, line))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("are found from any offset in them", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = findLines(text);
        for (let at = 0; at < text.length; at += 1) {
          const line = lineIndexAt(lines, at);
          expect(lineStart(lines, line)).toBeLessThanOrEqual(at);
          expect(lineStart(lines, line + 1)).toBeGreaterThan(at);
        }
      }),
    );
  });
});
