import { describe, expect, it } from "vitest";
import { formatFreshness } from "../../../../src/interfaces/cli/format/format-freshness.ts";
import type { Freshness } from "../../../../src/model/freshness.ts";
import { FRESHNESS } from "../../../builders/a-response.ts";

const sentences = (freshness: Freshness): string[] =>
  formatFreshness(freshness).map(({ label, sentence }) => `${label}: ${sentence}`);

describe("the three freshness answers", () => {
  it("stay three sentences, each about its own question (FRE-05)", () => {
    expect(sentences(FRESHNESS)).toEqual([
      "Index: matches its inputs; generation 3, built 2026-10-15 10:02 UTC",
      "Dates: oldest observation 2026-10-01, 14 days ago; older than 7 days",
      "Live: not checked against the upstream",
    ]);
  });

  it("do not call facts young because the index is current", () => {
    const [index, dates] = formatFreshness(FRESHNESS);
    expect(index?.isWarning).toBe(false);
    expect(dates?.isWarning).toBe(true);
  });

  it("leave the index out of an answer that asked no text of the workspace", () => {
    expect(formatFreshness(FRESHNESS, false)[0]?.sentence).toBe(
      "the texts of the workspace were not asked",
    );
  });

  it("say that the last good projection answered, and why", () => {
    const projection = {
      ...FRESHNESS.projection,
      state: "last_good",
      refresh: { status: "failed", reason: "the renderer took too long" },
    } as const;
    expect(sentences({ ...FRESHNESS, projection })[0]).toBe(
      "Index: is the last good one, not the newest inputs; generation 3, built 2026-10-15 10:02 UTC; the refresh failed: the renderer took too long",
    );
  });

  it("count texts without a date instead of passing over them", () => {
    const sources = { ...FRESHNESS.sources, unknownDates: 2 };
    expect(sentences({ ...FRESHNESS, sources })[1]).toContain("2 texts shown declare no date");
    const unknown = {
      ...sources,
      oldestObservedAt: "unknown",
      newestObservedAt: "unknown",
      ageDays: "unknown",
      stale: "unknown",
    } as const;
    expect(formatFreshness({ ...FRESHNESS, sources: unknown })[1]).toEqual({
      label: "Dates",
      sentence: "unknown: 2 texts shown declare no date",
      isWarning: false,
    });
  });

  it("show the evidence of a live check with its end", () => {
    const evidence = {
      artifact: "artifact://files/a.md",
      at: "2026-10-15T09:00:00Z",
      evidence: "ticket 17",
      expires: "2026-10-22T09:00:00Z",
    };
    const live = { verified: true, evidence: [evidence] } as const;
    expect(sentences({ ...FRESHNESS, live })[2]).toBe(
      "Live: checked against the upstream: ticket 17 at 2026-10-15 09:00 UTC, counts until 2026-10-22 09:00 UTC",
    );
  });
});
