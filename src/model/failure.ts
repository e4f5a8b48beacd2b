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

/** How a stage failed. */
export type FailureKind =
  | "unresolved"
  | "vocabulary_mismatch"
  | "not_in_corpus"
  | "not_asked"
  | "source_failed"
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
  /** Candidates, steps, labels and uses of the ledger, as `candidate:c3`, `decision:7`, `exhibit:E2`, `use:1`. */
  readonly evidence: readonly string[];
}
