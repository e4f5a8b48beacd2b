import { policyInvalid } from "../../errors-of-admission.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Verdicts } from "../../model/decision.ts";
import type { Offer } from "../../model/representation.ts";
import type { AdmissionInput } from "../../ports/policy.ts";
import { NOT_EVALUATED } from "./admission.ts";
import { createAdmittedTexts } from "./admitted-texts.ts";
import { createDecisionLog } from "./decision-log.ts";
import { decisionProblem } from "./decision-problem.ts";
import { readClaim } from "./read-claim.ts";
import { createRoom } from "./room.ts";
import { readSignals } from "./signals.ts";

/**
 * Replays what a policy decided and returns it as it goes on record. A decision that breaks the contract becomes a REJECT
 * `invalid_decision` that says how, and never an admission; so does a candidate that nothing was said about. What follows from the
 * decisions is not taken from the policy: the order of steps, tokens, conflicts, uncovered terms. Refuses with `policy_invalid`
 * what is no list of decisions about candidates of the pool.
 */
export function validateVerdicts(
  { pool, resident, budget }: AdmissionInput,
  verdicts: unknown,
  version: string,
): Verdicts {
  const { decisions, sufficiency } = readVerdicts(verdicts, version);
  const log = createDecisionLog(version);
  const room = createRoom(budget);
  const texts = createAdmittedTexts(resident, readSignals(pool));
  const entered = new Map<string, Offer>();
  const steps = new Map<string, readonly Offer[]>();

  function refuse(candidate: Candidate, detail: string): void {
    texts.drop(candidate);
    entered.delete(candidate.id);
    const reason = { code: "invalid_decision", detail } as const;
    log.add({ candidate, verdict: "reject", offer: "none", reason });
  }

  /** Returns what a decision breaks; else it is on record. */
  function replay(claim: object, candidate: Candidate): string | "none" {
    const read = readClaim(claim, candidate);
    if (typeof read === "string") return read;
    const { verdict, offer, reason, strength } = read;
    const shown: Offer | "none" = entered.get(candidate.id) ?? "none";
    const known = steps.get(candidate.id) ?? [];
    const problem = decisionProblem(read, { pool, resident, entered: shown, steps: known });
    if (problem !== "none") return problem;
    const isEntering = offer !== "none" && (verdict === "admit" || verdict === "expand");
    if (isEntering && !room.replace(shown, offer)) return "no room is left for it";
    log.add({ candidate, verdict, offer, reason, strength });
    if (offer !== "none") steps.set(candidate.id, [...known, offer]);
    if (!isEntering) return "none";
    entered.set(candidate.id, offer);
    texts.add(candidate, offer);
    return "none";
  }

  for (const claim of decisions) {
    const candidate = findCandidate(claim, pool.candidates, version);
    const problem = replay(claim, candidate);
    if (problem !== "none") refuse(candidate, problem);
  }
  for (const candidate of pool.candidates) {
    if (!log.knows(candidate.id)) refuse(candidate, "the policy did not decide about it");
  }
  return {
    policyVersion: version,
    decisions: log.finish(texts.conflicts()),
    sufficiency,
    uncovered: texts.uncovered().map(({ written }) => written),
  };
}

function readVerdicts(
  verdicts: unknown,
  version: string,
): { readonly decisions: readonly object[]; readonly sufficiency: Verdicts["sufficiency"] } {
  if (typeof verdicts !== "object" || verdicts === null || !("decisions" in verdicts)) {
    throw policyInvalid(version, "it returned no decisions");
  }
  const { decisions } = verdicts;
  if (
    !Array.isArray(decisions) ||
    decisions.some((each) => typeof each !== "object" || each === null)
  ) {
    throw policyInvalid(version, "its decisions are no list of objects");
  }
  return { decisions, sufficiency: readSufficiency(verdicts) };
}

function readSufficiency(verdicts: object): Verdicts["sufficiency"] {
  const given: unknown = "sufficiency" in verdicts ? verdicts.sufficiency : undefined;
  if (typeof given !== "object" || given === null) return NOT_EVALUATED;
  const said: Partial<Record<keyof Verdicts["sufficiency"], unknown>> = given;
  const judgement = JUDGEMENTS.find((each) => each === said.judgement);
  if (judgement === undefined) return NOT_EVALUATED;
  const number = (value: unknown): number | "unavailable" =>
    typeof value === "number" && Number.isFinite(value) ? value : "unavailable";
  return { evidence: number(said.evidence), required: number(said.required), judgement };
}

const JUDGEMENTS = ["sufficient", "weak", "insufficient", "not_evaluated"] as const;

function findCandidate(
  claim: object,
  candidates: readonly Candidate[],
  version: string,
): Candidate {
  const id: unknown = "candidate" in claim ? claim.candidate : "nothing";
  const found = candidates.find((candidate) => candidate.id === id);
  if (found === undefined) {
    throw policyInvalid(version, `it decides about ${String(id)}, which is not in the pool`);
  }
  return found;
}
