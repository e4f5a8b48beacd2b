import type { Envelope } from "../../src/model/envelope.ts";
import { ORIENTATION } from "../../src/model/envelope.ts";
import type { Freshness } from "../../src/model/freshness.ts";
import type { Hit, SearchResponse } from "../../src/model/search-response.ts";

/** Freshness of an answer from a current index over one text that was observed 14 days ago. */
export const FRESHNESS: Freshness = {
  projection: {
    state: "current",
    generation: 3,
    builtAt: "2026-10-15T10:02:03.000Z",
    checkedAt: "2026-10-15T10:05:00.000Z",
    refresh: { status: "not_needed", reason: "" },
  },
  sources: {
    oldestObservedAt: "2026-10-01T00:00:00Z",
    newestObservedAt: "2026-10-01T00:00:00Z",
    ageDays: 14,
    stale: true,
    maxAgeDays: 7,
    unknownDates: 0,
  },
  live: { verified: false, evidence: [] },
};

/** The shared fields of a response in which everything went well. */
export function anEnvelope<Schema extends string>(schema: Schema): Envelope<Schema> {
  return {
    schema,
    gaps: [],
    freshness: FRESHNESS,
    authority: ORIENTATION,
    completeness: {
      complete: true,
      sources: [{ name: "files", status: "ok", hits: 1, newestObserved: "2026-10-01T00:00:00Z" }],
    },
    budget: { capBytes: 12_000, usedBytes: 1_876, dropped: 0, droppedGaps: 0 },
  };
}

export function aHit(changes: Partial<Hit> = {}): Hit {
  return {
    rank: 1,
    score: 12.3,
    artifact: "artifact://files/docs/ownership.md",
    title: "Ownership",
    headingPath: ["Record ownership", "Decision ownership"],
    excerpt: "The owner gives permission.\nNobody else does.",
    citation: {
      path: "docs/ownership.md",
      startLine: 12,
      endLine: 13,
      version: "0123456789abcdef",
      // sha256 of the excerpt above, first 16 digits.
      excerptSha256: "be71c82c8e9d65b0",
      state: "current",
    },
    observed: { at: "2026-10-01T00:00:00Z", basis: "declared" },
    ageDays: 14,
    origin: "authored",
    matched: ["permission"],
    unmatched: ["deployment"],
    ...changes,
  };
}

export function aSearchResponse(changes: Partial<SearchResponse> = {}): SearchResponse {
  return {
    ...anEnvelope("exhibit.search/1"),
    query: "permission deployment",
    hits: [aHit()],
    retrieval: {
      method: "lexical",
      evidence: "weak",
      margin: "unavailable",
      hitsAre: "candidates",
      proves: "source position",
      answersQuestion: "not_evaluated",
    },
    ...changes,
  };
}
