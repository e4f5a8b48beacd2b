import type { BundleDimensions } from "../../model/bundle-dimensions.ts";
import type { BundleRecord, LedgerEntry } from "../../model/ledger-record.ts";
import type { TokenSplit } from "../../model/token-split.ts";
import { shiftBetween } from "./shift-between.ts";

/** What a bundle is read against. */
export interface ReadAgainst {
  readonly split: TokenSplit;
  readonly previous: Pick<BundleRecord, "exhibits"> | "none";
}

/**
 * Reads off a recorded bundle what may come of it, each by its own measure (ADM-21). None is derived from another, none is a sum
 * of two, and none enters a decision: what stands here is seen after the gate has closed (ADM-43).
 */
export function readDimensions(
  { record, outcomes }: Pick<LedgerEntry, "outcomes" | "record">,
  { split, previous }: ReadAgainst,
): BundleDimensions {
  const { gather, decide, assemble } = record.tookMs;
  return {
    // What was said last, in the order of the record: a clock may have been set back since.
    success: outcomes.at(-1)?.outcome ?? "unknown",
    tokens: record.tokens,
    latencyMs: gather + decide + assemble,
    cost: record.cost,
    interference: interferenceOf(split),
    position: previous === "none" ? "none" : shiftBetween(previous.exhibits, record.exhibits),
  };
}

function interferenceOf({ distractor, trap }: TokenSplit): number | "n/a" {
  return distractor === "n/a" || trap === "n/a" ? "n/a" : distractor + trap;
}
