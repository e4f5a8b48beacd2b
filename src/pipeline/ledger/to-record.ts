import { createHash } from "node:crypto";
import type { Exhibit } from "../../model/bundle-response.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Verdicts } from "../../model/decision.ts";
import type { BundleRecord, RecordedCandidate } from "../../model/ledger-record.ts";
import type { Pool } from "../../model/pool.ts";
import { sumParts } from "../../model/sum-parts.ts";

/** What is worked out from the other parts of a bundle, and so cannot contradict them. */
type Derived =
  | "bytes"
  | "candidates"
  | "counter"
  | "decisions"
  | "generators"
  | "policyVersion"
  | "renderingSha256"
  | "sufficiency"
  | "task"
  | "tokens"
  | "tokensBy"
  | "uncovered";

/** A bundle as its stages left it: the pool, what was decided about it, and what was emitted. */
export interface RecordParts extends Omit<BundleRecord, Derived> {
  readonly pool: Pool;
  /** The decisions as laid out, with the tokens that were admitted. */
  readonly verdicts: Verdicts;
}

/** Returns the record of a bundle. Candidates lose their texts and keep their hashes; the rendering is kept as it was emitted. */
export function toRecord({ pool, verdicts, ...emitted }: RecordParts): BundleRecord {
  const { rendering, parts, exhibits } = emitted;
  return {
    ...emitted,
    task: pool.task,
    counter: pool.counter,
    generators: pool.generators,
    candidates: pool.candidates.map(toRecordedCandidate),
    policyVersion: verdicts.policyVersion,
    decisions: verdicts.decisions,
    sufficiency: verdicts.sufficiency,
    uncovered: verdicts.uncovered,
    renderingSha256: sha256(rendering),
    bytes: Buffer.byteLength(rendering),
    tokens: sumParts(parts).tokens,
    tokensBy: sumByGranularity(exhibits),
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
