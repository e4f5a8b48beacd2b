import { createHash } from "node:crypto";
import type { BundleResponse, Exhibit } from "../../model/bundle-response.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { BundleRecord, RecordedCandidate } from "../../model/ledger-record.ts";
import type { Pool } from "../../model/pool.ts";
import { sumParts } from "../../model/sum-parts.ts";

/** A bundle as its stages left it: the pool, what was decided about it, and what was emitted. */
export interface RecordParts
  extends Pick<
    BundleRecord,
    | "at"
    | "change"
    | "decisions"
    | "expansion"
    | "form"
    | "id"
    | "machinery"
    | "net"
    | "parts"
    | "previous"
    | "rendering"
    | "tookMs"
  > {
  readonly pool: Pool;
  readonly response: Pick<
    BundleResponse,
    "deferred" | "exhibits" | "occupancy" | "policyVersion" | "sufficiency" | "uncovered"
  >;
  /** The generation that was searched. */
  readonly generation: number | "none";
  /** Default `"unknown"`. */
  readonly session?: string;
  /** Default `"unknown"`: no price table is part of this program (LED-15). */
  readonly cost?: BundleRecord["cost"];
}

/** Returns the record of a bundle. Candidates lose their texts and keep their hashes; the rendering is kept as it was emitted. */
export function toRecord(given: RecordParts): BundleRecord {
  const { pool, response, generation, session = "unknown", cost = "unknown", ...emitted } = given;
  const { deferred, exhibits, occupancy, policyVersion, sufficiency, uncovered } = response;
  const { rendering, parts } = emitted;
  return {
    ...emitted,
    task: pool.task,
    policyVersion,
    session,
    generation: String(generation),
    counter: pool.counter,
    generators: pool.generators,
    candidates: pool.candidates.map(toRecordedCandidate),
    sufficiency,
    uncovered,
    exhibits,
    deferred,
    renderingSha256: sha256(rendering),
    bytes: Buffer.byteLength(rendering),
    tokens: sumParts(parts).tokens,
    tokensBy: sumByGranularity(exhibits),
    occupancy,
    cost,
  };
}

/** A candidate without its texts: a text is found again by citation, and its hash says whether it is the one. */
export function toRecordedCandidate({ offers, ...candidate }: Candidate): RecordedCandidate {
  return {
    ...candidate,
    offers: offers.map(({ granularity, fidelity, tokens, bytes, text }) => ({
      granularity,
      fidelity,
      tokens,
      bytes,
      sha256: text === "deferred" ? text : sha256(text),
    })),
  };
}

/** Tokens of the texts of exhibits, by how much of its artifact each covers. What deferred ones show is the machinery's. */
function sumByGranularity(exhibits: readonly Exhibit[]): BundleRecord["tokensBy"] {
  const sums: Record<string, number> = {};
  for (const { representation, tokens } of exhibits) {
    const { granularity } = representation;
    sums[granularity] = (sums[granularity] ?? 0) + tokens;
  }
  return sums;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
