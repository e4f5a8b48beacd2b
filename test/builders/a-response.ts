import { createHash } from "node:crypto";
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
      sources: [{ hits: 1, name: "files", newestObserved: "2026-10-01T00:00:00Z", status: "ok" }],
      complete: true,
    },
    budget: { capBytes: 12_000, usedBytes: 1_876, dropped: 0, droppedGaps: 0 },
  };
}

export function aHit(changes: Partial<Hit> = {}): Hit {
  const excerpt = "The night shift may light kiln 2.\nKiln 4 stays cold.";
  return {
    artifact: "artifact://files/docs/kilns.md",
    title: "Kilns",
    headingPath: ["Kilns", "Night firing"],
    rank: 1,
    score: 7.25,
    share: 0.5,
    matched: ["light"],
    unmatched: ["chimney"],
    origin: "authored",
    excerpt,
    citation: {
      path: "docs/kilns.md",
      version: "fedcba9876543210",
      excerptSha256: createHash("sha256").update(excerpt).digest("hex").slice(0, 16),
      startLine: 31,
      endLine: 32,
      state: "current",
    },
    ageDays: 14,
    observed: { basis: "declared", at: "2026-10-01T00:00:00Z" },
    ...changes,
  };
}

export function aSearchResponse(changes: Partial<SearchResponse> = {}): SearchResponse {
  return {
    ...anEnvelope("exhibit.search/1"),
    query: "light chimney",
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
