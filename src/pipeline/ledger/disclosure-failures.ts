import type { FailureKind, FailureStage, Wandering } from "../../model/failure.ts";
import type { BundleRecord } from "../../model/ledger-record.ts";
import { GRANULARITIES, type Granularity } from "../../model/representation.ts";
import { findHandles, type Handle, type Need, shows } from "./need.ts";

/** Bundles that go on from one another, the first one first. */
export type BundleChain = readonly BundleRecord[];

/** The needed material was one expansion away, and the reader stopped. It is a miss of admission, not of the search (DIS-10). */
export interface PrematureStop {
  readonly stage: Extract<FailureStage, "admission_miss">;
  readonly kind: Extract<FailureKind, "never_expanded">;
  /** Where it was offered last. */
  readonly handle: Handle;
}

/**
 * Returns where a reader stopped too early: what was needed was never shown, a bundle offered an expansion that would have shown
 * it, and no later one asked for it (DIS-09). `"none"` when it was shown, was asked for, or could not be asked for.
 */
export function findPrematureStop(chain: BundleChain, need: Need): PrematureStop | "none" {
  if (chain.some((record) => record.exhibits.some((exhibit) => shows(exhibit, need))))
    return "none";
  const open = chain.flatMap((record, at) =>
    findHandles(record, need).filter((handle) => !wasAsked(handle, chain.slice(at + 1))),
  );
  const handle = open.at(-1);
  return handle === undefined
    ? "none"
    : { stage: "admission_miss", kind: "never_expanded", handle };
}

function wasAsked({ label, to }: Handle, later: BundleChain): boolean {
  return later.some(
    ({ expansion }) =>
      expansion !== "none" && expansion.label === label && isAtLeast(expansion.to, to),
  );
}

function isAtLeast(granularity: Granularity, least: Granularity): boolean {
  return GRANULARITIES.indexOf(granularity) >= GRANULARITIES.indexOf(least);
}

/**
 * Counts what a reader still asked for after the needed material had been shown: expansions, and bundles for another task (DIS-12).
 * That it went on is a fact; whether it had reason to is not judged.
 */
export function countWandering(chain: BundleChain, need: Need): Wandering {
  const first = chain.findIndex(({ exhibits }) => exhibits.some((exhibit) => shows(exhibit, need)));
  const later = first < 0 ? [] : chain.slice(first + 1);
  const expansions = later.filter(({ expansion }) => expansion !== "none");
  return {
    shownIn: chain[first]?.id ?? "never",
    expansions: expansions.length,
    searches: later.length - expansions.length,
    tokens: later.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
