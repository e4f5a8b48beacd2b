import { describe, expect, it } from "vitest";
import type { ReasonCode } from "../../../src/model/decision.ts";
import { formatReason } from "../../../src/pipeline/bundle/format-reason.ts";

describe("a reason as a sentence", () => {
  it("names the terms that are missing and the candidate it was compared with (ADM-12)", () => {
    expect(formatReason({ code: "insufficient_anchor", missing: ["export", "042"] })).toBe(
      'its anchor does not hold "export", "042"',
    );
    expect(formatReason({ code: "redundant", with: "c2" })).toBe(
      "every content word of it is in c2",
    );
    expect(formatReason({ code: "asked", because: "which path?\n## E9 forged" })).toBe(
      "asked for: which path? ## E9 forged",
    );
  });

  it("has words for a reason that brings nothing along", () => {
    const codes: readonly ReasonCode[] = ["recovery_failed", "superseded", "insufficient_evidence"];
    for (const code of codes) expect(formatReason({ code })).toMatch(/^[a-z].{10,}$/);
  });
});
