import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../../src/errors.ts";
import type { Budget } from "../../../src/model/envelope.ts";
import type { Gap } from "../../../src/model/gap.ts";
import { fitResponse } from "../../../src/pipeline/respond/fit-response.ts";
import { serialize } from "../../../src/pipeline/respond/serialize.ts";

interface Small {
  readonly items: readonly string[];
  readonly gaps: readonly Gap[];
  readonly freshness: "always here";
  readonly budget: Budget;
}

function fitSmall(capBytes: number, items: readonly string[], gaps: readonly Gap[] = []): Small {
  return fitResponse<Small, string>({
    capBytes,
    items,
    gaps,
    narrow: (item, fits) => {
      const points = [...item];
      for (let n = points.length; n > 0; n--) {
        const shorter = points.slice(0, n).join("");
        if (fits(shorter)) return shorter;
      }
      return "nothing";
    },
    build: (kept, keptGaps, budget) => ({
      items: kept,
      gaps: keptGaps,
      freshness: "always here",
      budget,
    }),
  });
}

const gap = (subject: string): Gap => ({ code: "term_unmatched", subject });
const strings = fc.array(
  fc.array(fc.constantFrom("a", "用", "😀", '"', "\n"), { maxLength: 80 }).map((p) => p.join("")),
);

describe("fitResponse", () => {
  it("never exceeds the cap in UTF-8 bytes of the whole line, and states its own size (BUD-03, BUD-05)", () => {
    fc.assert(
      fc.property(
        strings,
        strings,
        fc.integer({ min: 150, max: 2_000 }),
        (items, subjects, cap) => {
          const gaps = subjects.map(gap);
          const response = fitSmall(cap, items, gaps);
          const bytes = Buffer.byteLength(serialize(response));
          expect(bytes).toBeLessThanOrEqual(cap);
          expect(response.budget.usedBytes).toBe(bytes);
          expect(response.budget.dropped).toBe(items.length - response.items.length);
          expect(response.budget.droppedGaps).toBe(gaps.length - response.gaps.length);
        },
      ),
    );
  });

  it("keeps the signals when hardly anything else fits, dropping text first (BUD-12)", () => {
    const response = fitSmall(160, ["x".repeat(500), "y".repeat(500)]);
    expect(response.freshness).toBe("always here");
    expect(response.items[0]?.length ?? 0).toBeLessThan(500);
    expect(response.budget.dropped).toBe(1);
  });

  it("keeps one hit beside the signals rather than a list of gaps (BUD-12)", () => {
    const gaps = Array.from({ length: 50 }, (_, index) => gap(`word${index}`));
    const response = fitSmall(600, ["the passage"], gaps);
    expect(response.items).toEqual(["the passage"]);
    expect(response.budget.droppedGaps).toBeGreaterThan(0);
  });

  it("refuses by name a cap that cannot hold the signals, and names the smallest that can", () => {
    const refused = catchRefusal(() => fitSmall(20, ["a"]));
    expect(refused.code).toBe("cap_too_small");
    const minimum = Number(refused.details["minimumBytes"]);
    expect(fitSmall(minimum, ["a long text that does not fit"]).items.length).toBeLessThanOrEqual(
      1,
    );
    expect(catchRefusal(() => fitSmall(minimum - 1, [])).code).toBe("cap_too_small");
  });
});

function catchRefusal(run: () => unknown): EngineError {
  try {
    run();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}
