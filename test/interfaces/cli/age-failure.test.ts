import { describe, expect, it } from "vitest";
import { findAgeFailure } from "../../../src/interfaces/cli/age-failure.ts";
import type { SourceFreshness } from "../../../src/model/freshness.ts";
import type { StatusResponse } from "../../../src/model/status-response.ts";
import { anEnvelope, FRESHNESS } from "../../builders/a-response.ts";

function aStatus(sources: Partial<SourceFreshness>): StatusResponse {
  return {
    ...anEnvelope("exhibit.status/1"),
    freshness: { ...FRESHNESS, sources: { ...FRESHNESS.sources, stale: false, ...sources } },
    workspace: "/w",
    dataFolder: "/w/.exhibit",
    sources: [],
    ledger: { status: "empty", reason: "", bundles: 0, databaseBytes: 0, walBytes: 0 },
    stores: [],
    inputsDigest: "none",
    analyzerVersion: "none",
    sizes: { databaseBytes: 0, walBytes: 0, textBytes: 0, indexBytes: 0 },
    lastRefresh: "none",
    lock: "free",
    wholeCorpus: { bytes: 0, estimatedTokens: 0, fitsCap: true },
    retention: "",
  };
}

describe("the age question of a pipeline", () => {
  it("passes when every text says that it is young enough", () => {
    expect(findAgeFailure(aStatus({}))).toBe("none");
  });

  it("fails with the date when an observation is older", () => {
    expect(findAgeFailure(aStatus({ stale: true }))).toBe(
      "the oldest observation, 2026-10-01, is 14 days old: more than 7 days.",
    );
  });

  it("fails when a text declares no date: unknown is never young", () => {
    expect(findAgeFailure(aStatus({ unknownDates: 2 }))).toContain("2 texts declare no date");
    expect(findAgeFailure(aStatus({ stale: "unknown" }))).toBe("no text declares a date.");
  });
});
