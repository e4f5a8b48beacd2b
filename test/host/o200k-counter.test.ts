import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { openO200kCounter } from "../../src/host/o200k-counter.ts";

const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

describe("the counter of o200k_base", () => {
  it("names its encoding and counts as the encoder writes", async () => {
    const counter = await openO200kCounter();
    expect(counter.name).toBe("o200k_base");
    expect(counter.count("")).toBe(0);
    expect(counter.count("hello world")).toBe(2);
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom(
        "用户身份 is 12,345.67\n\n\t{}",
        "don't WE'LL camelCase snake_case",
        "🚢🇮🇳\r\n  x",
      ),
    );
    fc.assert(
      fc.property(text, (sample) => {
        expect(counter.count(sample)).toBe(encode(sample, AS_PLAIN_TEXT).length);
      }),
      { numRuns: 300 },
    );
  });

  it.each(["<|endoftext|>", "<|im_start|>", "<|endofprompt|>", "<|fim_prefix|>"])(
    "counts %s as the characters it is written with, and never throws",
    async (special) => {
      const counter = await openO200kCounter();
      expect(counter.count(special)).toBeGreaterThan(2);
      expect(counter.count(`a ${special} b`)).toBeGreaterThan(counter.count("a  b"));
    },
  );

  it("counts what no text should hold: half a character, a control code, an enormous word", async () => {
    const counter = await openO200kCounter();
    for (const text of ["\ud800", "a\udc00b", "\u0000\u0001", "ab".repeat(20_000)]) {
      expect(counter.count(text)).toBeGreaterThan(0);
    }
  });
});
