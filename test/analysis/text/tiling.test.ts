import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_PASSAGE_BYTES } from "../../../src/analysis/text/passage-size.ts";
import { aRawText } from "../../builders/raw-text.ts";
import { aTextReading } from "../../builders/text-reading.ts";

const MARKS = [
  "# Title",
  "## Part",
  "Part\n====",
  "---",
  "```",
  "~~~",
  "- item",
  "> quote",
  "    indented",
];
const MARKUP = [
  "<h2>Head</h2>",
  "<p>",
  "<!--",
  "-->",
  "<pre>",
  "</pre>",
  "| a | b |\n|---|---|",
  "code::",
  "+++",
];
const CODE = [
  "function run() {",
  "  return 1;",
  "}",
  "class Big:",
  "title: x",
  "\f",
  "\u2028",
  "\u0085",
  "",
];
const WORDS = [
  "plain words here",
  "héllo wörld",
  "汉字与假名のテスト",
  "🙂🚀👩‍👩‍👧",
  "a".repeat(900),
  "漢".repeat(700),
];
const LONG = ["x".repeat(5000), "🙂".repeat(1500), "word ".repeat(1200), "字".repeat(2000)];

const anyLine = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...MARKS, ...MARKUP, ...CODE) },
  { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }).map((s) => s.replaceAll("\0", "")),
  },
);
const anyText = fc
  .array(fc.tuple(anyLine, fc.constantFrom("\n", "\n", "\n\n", "\r\n", "\r", "")), {
    maxLength: 40,
  })
  .map((lines) => lines.map(([line, end]) => line + end).join(""));
const anyPath = fc.constantFrom("a.md", "a.rst", "a.html", "a.txt", "a.ts", "a.py", "a.yaml");
const encoders: Record<string, (text: string) => Uint8Array> = {
  "utf-8": (text) => Buffer.from(text),
  "utf-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  "utf-16le": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "utf-16be": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
};

/** Lines counted from the bytes, apart from the code under test: the 1-based line of every byte. */
function lineOfEachByte(bytes: Uint8Array, unit: 1 | 2, bigEndian: boolean): number[] {
  const codeAt = (at: number): number => {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    if (unit === 1) return first;
    return bigEndian ? first * 256 + second : second * 256 + first;
  };
  const result: number[] = [];
  let line = 1;
  for (let at = 0; at < bytes.length; at += unit) {
    for (let part = 0; part < unit; part += 1) result.push(line);
    const code = codeAt(at);
    if (code === 10 || (code === 13 && codeAt(at + unit) !== 10)) line += 1;
  }
  return result;
}

describe("the passages of any text", () => {
  for (const [name, encode] of Object.entries(encoders)) {
    it(`tile its bytes, hash to them and name their lines in ${name} (COR-23, BUD-14)`, async () => {
      await fc.assert(
        fc.asyncProperty(anyPath, anyText, async (path, text) => {
          const bytes = encode(text);
          const { passages, indexDocument } = await aTextReading({ path, bytes });
          const lineOf = lineOfEachByte(
            bytes,
            name.startsWith("utf-16") ? 2 : 1,
            name === "utf-16be",
          );
          let next = 0;
          for (const [at, passage] of passages.entries()) {
            expect(passage.position).toBe(at);
            expect(passage.startByte).toBe(next);
            expect(passage.endByte).toBeGreaterThan(passage.startByte);
            expect(passage.endByte - passage.startByte).toBeLessThanOrEqual(MAX_PASSAGE_BYTES);
            const slice = bytes.subarray(passage.startByte, passage.endByte);
            expect(passage.sha256).toBe(createHash("sha256").update(slice).digest("hex"));
            expect(passage.startLine).toBe(lineOf[passage.startByte]);
            expect(passage.endLine).toBe(lineOf[passage.endByte - 1]);
            next = passage.endByte;
          }
          expect(next).toBe(bytes.length);
          expect(indexDocument.passages).toHaveLength(passages.length);
        }),
        { numRuns: 150 },
      );
    });
  }

  it("are the same whenever the same bytes are read", async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, anyText, async (path, text) => {
        const bytes = encoders["utf-8"]?.(text) ?? new Uint8Array();
        const first = await aTextReading({ path, bytes });
        expect(await aTextReading({ path, bytes: Uint8Array.from(bytes) })).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });

  it("never hold half a code point", async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, anyText, async (path, text) => {
        const raw = aRawText({ path, text });
        const { passages } = await aTextReading(raw);
        const decoder = new TextDecoder("utf-8", { fatal: true });
        for (const { startByte, endByte } of passages) {
          expect(() => decoder.decode(raw.bytes.subarray(startByte, endByte))).not.toThrow();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("stay as they were when a section is appended to Markdown that ends outside any block", async () => {
    const closed = fc
      .array(
        fc.constantFrom(
          "# One\n\nText.\n\n",
          "## Two\n\n- a\n- b\n\nEnd.\n\n",
          "```\ncode\n```\n\nAfter.\n\n",
        ),
        {
          minLength: 1,
          maxLength: 20,
        },
      )
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(closed, async (text) => {
        const before = (await aTextReading({ text })).passages;
        const after = (await aTextReading({ text: `${text}# Appended\n\nMore.\n` })).passages;
        expect(after.slice(0, before.length)).toEqual(before);
        expect(after.length).toBe(before.length + 1);
      }),
      { numRuns: 60 },
    );
  });
});
