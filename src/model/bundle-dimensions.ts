import type { BundleRecord, OutcomeRecord } from "./ledger-record.ts";

/** An exhibit that two bundles show in the same form, with its place in each. */
export interface MovedExhibit {
  /** Of the later bundle. */
  readonly label: string;
  readonly positionBefore: number;
  readonly position: number;
  /** Tokens of exhibits that stand before it, more than there were; below zero where it moved up. */
  readonly tokensAhead: number;
}

/** What a bundle changed against an earlier one: more text, and other places for what both show (ADM-23). */
export interface BundleShift {
  /** Admitted tokens of the later one less those of the earlier one. */
  readonly tokens: number;
  /** Exhibits of both that have another place, or other tokens before them, in their order. */
  readonly moved: readonly MovedExhibit[];
}

/**
 * What may come of a bundle, each by a measure of its own. Nothing adds them up or weighs them: a bundle can be cheap and mislead
 * (ADM-21). Admitting everything can harm by four of them: tokens, interference, position and cost (ADM-42).
 */
export interface BundleDimensions {
  /** The last outcome that somebody recorded. */
  readonly success: OutcomeRecord["outcome"] | "unknown";
  /** Of the whole rendering. */
  readonly tokens: number;
  readonly latencyMs: number;
  /** Money, where a price table was given. */
  readonly cost: BundleRecord["cost"];
  /** Admitted tokens of distractors and traps; `"n/a"` where nobody labelled them. */
  readonly interference: number | "n/a";
  /** Against the bundle that this one goes on from, or is compared with; `"none"` without one. */
  readonly position: BundleShift | "none";
}
