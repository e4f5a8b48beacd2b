import type { ArtifactRef } from "./artifact.ts";

/**
 * The stage that failed a task, exactly one (FAI-07, FAI-10).
 *
 * - `recovery_failure` its reference or hash did not resolve; asked before all else
 * - `candidate_miss` it never was among the candidates
 * - `admission_miss` it was, and did not enter
 * - `use_failure` it was in the bundle, and the answer never touches it
 * - `not_a_context_failure` it was in the bundle and was used, or nobody says that the task failed
 */
export type FailureStage =
  | "recovery_failure"
  | "candidate_miss"
  | "admission_miss"
  | "use_failure"
  | "not_a_context_failure";

/**
 * How a stage failed.
 *
 * - `unresolved` its citation did not hold, or its text cannot be read back
 * - `not_in_corpus` no text of the workspace, or no section of it, is what was needed
 * - `not_asked`, `source_failed` the source that has it was not asked, or did not answer
 * - `vocabulary_mismatch` it shares no word with the task
 * - `outranked` it shares words with the task, and others were ranked before it
 * - `unknown_cause` nobody can say any more whether it was there and what it shares with the task
 * - `rejected`, `deferred` the policy's verdict; of what is deferred nothing was named that could be expanded
 * - `never_expanded` it was named, or shown in a lesser form, and nobody asked for more
 * - `budget` it was to enter and there was no room
 * - `unused` no answer touches it
 * - `unknown_use` it was in the bundle, and no answer was looked at
 * - `none` nothing that the context has to do with
 */
export type FailureKind =
  | "unresolved"
  | "vocabulary_mismatch"
  | "not_in_corpus"
  | "not_asked"
  | "source_failed"
  | "outranked"
  | "unknown_cause"
  | "rejected"
  | "deferred"
  | "never_expanded"
  | "budget"
  | "unused"
  | "unknown_use"
  | "none";

/** Who mends it: tuning admission mends no use failure (FAI-06, FAI-11). */
export type FailureOwner = "retrieval" | "recovery" | "admission" | "use" | "nobody";

/** What failed, with the records that prove it. */
export interface FailureReport {
  readonly needed: ArtifactRef;
  readonly section: string | "any";
  readonly stage: FailureStage;
  readonly kind: FailureKind;
  readonly owner: FailureOwner;
  /**
   * Records of the bundle, as `candidate:c3`, `decision:7`, `exhibit:E2`, `deferred:D1`, `generator:1`, `use:1`, `outcome:1`; those
   * without a name of their own by their place, from 1. Of another bundle of the chain with its id before it: `B3/exhibit:E2`.
   */
  readonly evidence: readonly string[];
}

/** What was asked for after the needed material had been shown, in the bundles that go on from one another (DIS-12). */
export interface Wandering {
  /** The bundle that first showed it. */
  readonly shownIn: string | "never";
  /** Bundles behind it that show more of something. */
  readonly expansions: number;
  /** Bundles behind it that answer another task. */
  readonly searches: number;
  /** What all of these showed. */
  readonly tokens: number;
}
