import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextChange } from "../../../src/pipeline/bundle/context-change.ts";

describe("the change of a context", () => {
  it("names the first byte that differs and how much has to be read again (ADM-28, ADM-29)", () => {
    expect(contextChange("E1 one\nE2 two\n", "E1 one\nE2 six\n")).toEqual({
      firstDivergenceByte: 10,
      mutationRadiusBytes: 4,
    });
    // Bytes, not characters: the sign before the difference has three.
    expect(contextChange("→ a", "→ b")).toEqual({ firstDivergenceByte: 4, mutationRadiusBytes: 1 });
  });

  it("is only what was added where the context grew at its end", () => {
    expect(contextChange("abc", "abcdef")).toEqual({
      firstDivergenceByte: 3,
      mutationRadiusBytes: 3,
    });
  });

  it("is nothing where nothing changed, and everything where there was nothing", () => {
    expect(contextChange("abc", "abc")).toEqual({
      firstDivergenceByte: "none",
      mutationRadiusBytes: 0,
    });
    expect(contextChange("none", "abc")).toEqual({
      firstDivergenceByte: 0,
      mutationRadiusBytes: 3,
    });
  });

  it("leaves all bytes before the divergence alike, whatever the texts", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.string(),
        (shared, before, after) => {
          const change = contextChange(shared + before, shared + after);
          if (change.firstDivergenceByte === "none") {
            expect(before).toBe(after);
            return;
          }
          const at = change.firstDivergenceByte;
          const [earlier, next] = [Buffer.from(shared + before), Buffer.from(shared + after)];
          expect(next.subarray(0, at)).toEqual(earlier.subarray(0, at));
          expect(at + change.mutationRadiusBytes).toBe(next.length);
          expect(earlier[at]).not.toBe(next[at]);
        },
      ),
    );
  });
});
