import type { ArtifactRef } from "./artifact.ts";
import type { RepresentationKind } from "./representation.ts";

/** Exactly these (ADM-10). `defer`: not enough evidence to spend tokens yet. `expand`: a richer representation enters. */
export type Verdict = "admit" | "reject" | "defer" | "expand";

/** Every verdict. */
export const VERDICTS: readonly Verdict[] = ["admit", "reject", "defer", "expand"];

/**
 * Why, as data; `formatReason` makes the sentence.
 *
 * - `recovery_failed` its reference or hash did not resolve; neither ranking nor admission
 * - `out_of_scope` it belongs to another project
 * - `already_resident` the bundle holds it at this level or a richer one
 * - `exact_identifier` the task names it
 * - `pinned` the caller wants it in every bundle
 * - `policy_admits`, `policy_rejects` a baseline without evidence of its own: `preload-all`, `top-k`, `none`
 * - `insufficient_evidence` the evidence as a whole is too weak to spend tokens on
 * - `score_unavailable` its generator gave no score and the task does not name it
 * - `evidence_strong`, `evidence_weak` its evidence reaches what its size requires; `weak`: the whole is just sufficient
 * - `redundant` every content word of it is in an admitted one
 * - `superseded` what replaced it is a candidate too
 * - `too_broad` its evidence would do for a text of the pool's median size, and does not for one of its own
 * - `outdated` its observation is older than allowed and one of the same words that is not is admitted
 * - `below_fidelity` it must be exact and does not fit
 * - `budget` no room is left
 * - `next_best` not admitted, worth naming
 * - `below_threshold` not admitted, and not worth naming
 * - `insufficient_identity`, `insufficient_anchor`, `insufficient_section` what was shown so far lacks terms of the task (`missing`)
 * - `asked` an agent or a person asked for more, with a reason of their own (`because`)
 * - `invalid_decision` a policy of one's own decided what its contract does not allow
 */
export type ReasonCode =
  | "already_resident"
  | "asked"
  | "below_fidelity"
  | "below_threshold"
  | "budget"
  | "evidence_strong"
  | "evidence_weak"
  | "exact_identifier"
  | "insufficient_anchor"
  | "insufficient_evidence"
  | "insufficient_identity"
  | "insufficient_section"
  | "invalid_decision"
  | "next_best"
  | "out_of_scope"
  | "outdated"
  | "pinned"
  | "policy_admits"
  | "policy_rejects"
  | "recovery_failed"
  | "redundant"
  | "score_unavailable"
  | "superseded"
  | "too_broad";

/** A reason with what it is about. */
export interface Reason {
  readonly code: ReasonCode;
  /** The candidate it was compared with: the admitted one that makes it redundant, the one that replaced it. */
  readonly with?: string;
  /** Terms of the task that the evidence so far does not hold. */
  readonly missing?: readonly string[];
  /** Words of whoever asked. */
  readonly because?: string;
  /** What a recovery, or a policy of one's own, failed by. */
  readonly detail?: string;
}

/**
 * How strong the evidence is and how strong it must be at that size, kept apart: there is no number of utility (ADM-20).
 * `"unavailable"` where a policy does not look at it, or the generator gave no score.
 */
export interface Strength {
  readonly evidence: number | "unavailable";
  readonly required: number | "unavailable";
  /** Score's share of the best of its generator, and its distance from that generator's mean in standard deviations. */
  readonly share: number | "unavailable";
  readonly deviation: number | "unavailable";
  /** Idf share of the task's terms in the best window of its text. */
  readonly windowCoverage: number | "unavailable";
}

/** What stood in the bundle when it was decided (CAN-20). */
export interface Diversity {
  /** Artifacts admitted before, and whether this candidate's is one of them. */
  readonly artifactsBefore: number;
  readonly isKnownArtifact: boolean;
  /** Admitted candidates that share lines with it. */
  readonly overlaps: readonly string[];
}

/** One step of the log. A candidate may have several; the last one holds, and each names the one before it. */
export interface Decision {
  /** 1-based, in the order in which they were made. */
  readonly step: number;
  readonly candidate: string;
  readonly artifact: ArtifactRef;
  readonly verdict: Verdict;
  /** What enters, or for `defer` what is named; `"none"` where nothing is shown (ADM-11). */
  readonly representation: RepresentationKind | "none";
  readonly reason: Reason;
  /** Of the representation that it names, by its offer (ADM-13). */
  readonly tokensPlanned: number;
  /** Of its text in the bundle, once that was laid out; 0 for what costs the bundle nothing (LED-11). */
  readonly tokensAdmitted: number;
  /** Name, version and parameters: another parameter is another version (ADM-14). */
  readonly policyVersion: string;
  /** The step that this one goes on from. */
  readonly follows: number | "none";
  readonly strength: Strength;
  readonly diversity: Diversity;
  /** Candidates admitted beside it that differ from it in numbers or names: both stay (AUT-09). */
  readonly conflictsWith: readonly string[];
}

/** What a policy said about the task as a whole. */
export interface Verdicts {
  readonly policyVersion: string;
  readonly decisions: readonly Decision[];
  /** Sufficiency of the evidence and what it had to be; `"unavailable"` for a policy that does not judge it. */
  readonly sufficiency: {
    readonly evidence: number | "unavailable";
    readonly required: number | "unavailable";
    readonly judgement: "sufficient" | "weak" | "insufficient" | "not_evaluated";
  };
  /** Terms of the task that nothing admitted holds. */
  readonly uncovered: readonly string[];
}
