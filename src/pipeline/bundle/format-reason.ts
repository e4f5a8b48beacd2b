import type { Reason, ReasonCode } from "../../model/decision.ts";
import { plainLine } from "./plain-line.ts";

/** Returns the sentence for a reason. Exhaustive: a new code does not compile before it has its sentence. */
export function formatReason(reason: Reason): string {
  return SENTENCES[reason.code](reason);
}

const SENTENCES: Readonly<Record<ReasonCode, (reason: Reason) => string>> = {
  already_resident: () => "the reader has it already",
  asked: ({ because }) => `asked for: ${plainLine(because ?? "")}`,
  below_fidelity: () => "it enters word for word or not at all, and does not fit",
  below_threshold: () => "its evidence is too weak for its size",
  budget: () => "no room is left",
  evidence_strong: () => "its evidence is strong enough for its size",
  evidence_weak: () => "its evidence is enough, and the evidence as a whole is just sufficient",
  exact_identifier: () => "the task names it",
  insufficient_anchor: (reason) => `its anchor does not hold ${missing(reason)}`,
  insufficient_evidence: (reason) => `the evidence as a whole is too weak: ${missing(reason)}`,
  insufficient_identity: (reason) => `its identity does not hold ${missing(reason)}`,
  insufficient_section: (reason) => `its section does not hold ${missing(reason)}`,
  invalid_decision: ({ detail }) => `not allowed: ${plainLine(detail ?? "")}`,
  next_best: () => "next best",
  out_of_scope: () => "it belongs to another project",
  outdated: (reason) => `its observation is too old, and ${other(reason)} says the same`,
  pinned: () => "pinned",
  policy_admits: () => "the policy admits without looking at evidence",
  policy_rejects: () => "the policy rejects without looking at evidence",
  recovery_failed: ({ detail }) =>
    `its citation does not hold${detail === undefined ? "" : ` (${plainLine(detail)})`}`,
  redundant: (reason) => `every content word of it is in ${other(reason)}`,
  score_unavailable: () => "its generator gave no score, and the task does not name it",
  superseded: (reason) => `${other(reason)} took its place`,
  too_broad: () => "its evidence would do for a shorter text",
};

function missing({ missing: terms = [] }: Reason): string {
  return terms.length === 0
    ? "terms of the task"
    : terms.map((term) => `"${plainLine(term, 40)}"`).join(", ");
}

function other({ with: candidate }: Reason): string {
  return candidate === undefined ? "another candidate" : candidate;
}
