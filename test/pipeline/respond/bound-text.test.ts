import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundText } from "../../../src/pipeline/respond/bound-text.ts";

const text = fc
  .array(fc.constantFrom("a", "\u0001", '"', "用", "😀", "\n", "\ud800"), { maxLength: 200 })
  .map((parts) => parts.join(""));

describe("boundText", () => {
  it("never takes more bytes in JSON than it may, and changes nothing that fits (BUD-03)", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 5, max: 400 }), (value, maxBytes) => {
        const bounded = boundText(value, maxBytes);
        expect(Buffer.byteLength(JSON.stringify(bounded))).toBeLessThanOrEqual(maxBytes);
        const fits = Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
        if (fits) expect(bounded).toBe(value);
        else expect(value.startsWith(bounded.slice(0, -1)) && bounded.endsWith("…")).toBe(true);
      }),
    );
  });

  it("shortens text of astral characters too", () => {
    expect(boundText("🎉".repeat(20_000), 300).length).toBeLessThan(160);
  });
});
