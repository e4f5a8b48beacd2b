import type { Candidate } from "../../model/candidate.ts";
import type { Decision, Reason, ReasonCode, Strength, Verdict } from "../../model/decision.ts";
import type { Offer } from "../../model/representation.ts";
import { NO_STRENGTH } from "./decision-log.ts";
import type { ClaimedDecision } from "./decision-problem.ts";

/** A decision that could be read, with its reason and strength as they go on record. */
export interface ReadClaim extends ClaimedDecision {
  readonly reason: Reason;
  readonly strength: Strength;
}

const REASON_CODES: Readonly<Record<ReasonCode, true>> = {
  already_resident: true,
  asked: true,
  below_fidelity: true,
  below_threshold: true,
  budget: true,
  evidence_strong: true,
  evidence_weak: true,
  exact_identifier: true,
  insufficient_anchor: true,
  insufficient_evidence: true,
  insufficient_identity: true,
  insufficient_section: true,
  invalid_decision: true,
  next_best: true,
  out_of_scope: true,
  outdated: true,
  pinned: true,
  policy_admits: true,
  policy_rejects: true,
  recovery_failed: true,
  redundant: true,
  score_unavailable: true,
  superseded: true,
  too_broad: true,
};

/**
 * Reads what a policy of one's own says of one candidate. Returns a clause where it cannot be read. Verdict, representation and
 * reason are asked for; what else a decision holds is checked where it is there and made where it is not.
 */
export function readClaim(claim: object, candidate: Candidate): ReadClaim | string {
  const decision: Partial<Record<keyof Decision, unknown>> = claim;
  const reason = readReason(decision.reason);
  if (reason === "unreadable") return "it gives no reason of a known code";
  const offer = readOffer(decision.representation ?? "none", candidate);
  if (offer === "not offered") return "its representation is not offered";
  const { tokensPlanned = "not said" } = decision;
  return {
    candidate,
    // Checked with the rest of the contract, so that the message can name it.
    verdict: decision.verdict as Verdict,
    offer,
    tokensPlanned: typeof tokensPlanned === "number" ? tokensPlanned : "not said",
    reason,
    strength: readStrength(decision.strength),
  };
}

function readReason(value: unknown): Reason | "unreadable" {
  if (typeof value !== "object" || value === null) return "unreadable";
  const {
    code,
    missing,
    because,
    detail,
    with: other,
  }: Partial<Record<keyof Reason, unknown>> = value;
  if (typeof code !== "string" || !Object.hasOwn(REASON_CODES, code)) return "unreadable";
  const words = Array.isArray(missing)
    ? missing.filter((word) => typeof word === "string")
    : "none";
  return {
    code: code as ReasonCode,
    ...(typeof other === "string" ? { with: other } : {}),
    ...(words === "none" ? {} : { missing: words }),
    ...(typeof because === "string" ? { because } : {}),
    ...(typeof detail === "string" ? { detail } : {}),
  };
}

function readOffer(value: unknown, { offers }: Candidate): Offer | "none" | "not offered" {
  if (value === "none") return "none";
  if (typeof value !== "object" || value === null) return "not offered";
  const { granularity, fidelity }: Partial<Record<keyof Offer, unknown>> = value;
  const found = offers.find(
    (offer) => offer.granularity === granularity && offer.fidelity === fidelity,
  );
  return found ?? "not offered";
}

function readStrength(value: unknown): Strength {
  if (typeof value !== "object" || value === null) return NO_STRENGTH;
  const given: Partial<Record<keyof Strength, unknown>> = value;
  const numberIn = (field: keyof Strength): number | "unavailable" => {
    const number = given[field];
    return typeof number === "number" && Number.isFinite(number) ? number : "unavailable";
  };
  return {
    evidence: numberIn("evidence"),
    required: numberIn("required"),
    share: numberIn("share"),
    deviation: numberIn("deviation"),
    windowCoverage: numberIn("windowCoverage"),
  };
}
