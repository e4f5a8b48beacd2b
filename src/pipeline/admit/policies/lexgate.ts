import type { Candidate } from "../../../model/candidate.ts";
import type { Reason } from "../../../model/decision.ts";
import type { Policy } from "../../../ports/policy.ts";
import { type Admission, openAdmission } from "../admission.ts";
import { definePolicy } from "../define-policy.ts";
import { judgePool, type Weighed, weighEvidence } from "../evidence.ts";
import { admissibleOffers, namingOffer } from "../offers-of.ts";
import { digestOf, type GateParameters, LEAN, MAX_WHOLE_TOKENS, WIDE } from "../parameters.ts";
import { unfitReason } from "../screen-candidate.ts";
import { successorsIn } from "../successors-in.ts";

/** Returns the version of a gate with these parameters: by name where they are those of a name, else by digest (ADM-14). */
export function lexgateVersion(parameters: GateParameters): string {
  const digest = digestOf(parameters);
  if (digest === digestOf(LEAN)) return "lexgate/1:lean";
  return digest === digestOf(WIDE) ? "lexgate/1:wide" : `lexgate/1:${digest}`;
}

/**
 * The gate. In this order: recovery and scope, what is resident, what the task names, sufficiency of the evidence, worth of each
 * candidate at its size, its granularity, redundancy, budget, and naming the next best. Every rule has its reason code.
 */
export function createLexgate(parameters: GateParameters): Policy {
  const version = lexgateVersion(parameters);
  return definePolicy(version, (input) => {
    const admission = openAdmission(input, {
      version,
      offersOf,
      namedAs: (candidate) => namingOffer(candidate, MAX_WHOLE_TOKENS),
      redundantBy: "words",
    });
    const weighed = weighEvidence(admission, parameters, offersOf);
    const unnamed = admitNamed(admission, weighed);
    const current = rejectSuperseded(admission, unnamed);
    const unscored = current.filter(({ strength }) => strength.evidence === "unavailable");
    const scored = current.filter(({ strength }) => strength.evidence !== "unavailable");
    const worth = scored.filter((each) => each.isWorth && each.sufficiency !== "insufficient");
    admitWorth(admission, worth);
    const rest = scored.filter((each) => !worth.includes(each));
    nameUnscored(admission, unscored);
    nameRest(admission, rest, parameters);
    return admission.close(judgePool(admission, parameters));
  });
}

function offersOf(candidate: Candidate): ReturnType<typeof admissibleOffers> {
  return admissibleOffers(candidate, MAX_WHOLE_TOKENS);
}

/** Rule 2. A score is not asked for: the small text that the task names is found by nothing else (LEX-24). */
function admitNamed(admission: Admission, weighed: readonly Weighed[]): readonly Weighed[] {
  return weighed.filter(({ candidate, strength }) => {
    if (candidate.exactMatch === "none") return true;
    admission.enter(candidate, { code: "exact_identifier" }, strength);
    return false;
  });
}

function rejectSuperseded(admission: Admission, weighed: readonly Weighed[]): readonly Weighed[] {
  const { pool } = admission;
  const fit = pool.candidates.filter((candidate) => unfitReason(candidate, pool) === "none");
  const successors = successorsIn(fit);
  return weighed.filter(({ candidate, strength }) => {
    const successor = successors.get(candidate.id);
    if (successor === undefined) return true;
    admission.reject(candidate, { code: "superseded", with: successor }, strength);
    return false;
  });
}

/** Rules 4 to 7, the strongest for its size first. */
function admitWorth(admission: Admission, worth: readonly Weighed[]): void {
  const waiting = new Set([...worth].sort(byMargin));
  for (const next of waiting) {
    waiting.delete(next);
    for (const twin of currentTwins(admission, next, waiting)) {
      waiting.delete(twin);
      enter(admission, twin);
    }
    enter(admission, next);
  }
}

/** An outdated text yields to those that say the same and are not, whichever of them ranks higher (FRE-23). */
function currentTwins(
  admission: Admission,
  { candidate }: Weighed,
  waiting: ReadonlySet<Weighed>,
): readonly Weighed[] {
  if (candidate.ageClass !== "outdated") return [];
  return [...waiting].filter(
    (other) =>
      other.candidate.ageClass === "dated" && admission.isWithin(candidate, other.candidate),
  );
}

function enter(admission: Admission, { candidate, strength, sufficiency }: Weighed): void {
  const code = sufficiency === "weak" ? "evidence_weak" : "evidence_strong";
  admission.enter(candidate, { code }, strength);
}

/** What gave no score and is not named is neither weak nor strong. */
function nameUnscored(admission: Admission, unscored: readonly Weighed[]): void {
  for (const { candidate, strength } of unscored) {
    const redundancy = admission.redundancyOf(candidate);
    if (redundancy !== "none") admission.reject(candidate, redundancy, strength);
    else admission.name(candidate, { code: "score_unavailable" }, strength);
  }
}

/** Rules 3 and 8: a few are named, so that they can be asked for. */
function nameRest(
  admission: Admission,
  rest: readonly Weighed[],
  { named, namedWhenInsufficient }: GateParameters,
): void {
  const distinct = rest.filter(({ candidate, strength }) => {
    const redundancy = admission.redundancyOf(candidate);
    if (redundancy !== "none") admission.reject(candidate, redundancy, strength);
    return redundancy === "none";
  });
  const insufficient = distinct.filter(({ sufficiency }) => sufficiency === "insufficient");
  insufficient.forEach(({ candidate, strength }, place) => {
    const reason: Reason = { code: "insufficient_evidence", missing: admission.signals.missing };
    if (place < namedWhenInsufficient) admission.name(candidate, reason, strength);
    else admission.reject(candidate, reason, strength);
  });
  const weaker = distinct.filter((each) => !insufficient.includes(each)).sort(byMargin);
  weaker.forEach(({ candidate, strength, isTooBroad }, place) => {
    if (place < named) {
      admission.name(candidate, { code: isTooBroad ? "too_broad" : "next_best" }, strength);
    } else
      admission.reject(candidate, { code: isTooBroad ? "too_broad" : "below_threshold" }, strength);
  });
}

/** Equal ones stay in rank order: sorting is stable, and what is sorted stands in it. */
function byMargin(left: Weighed, right: Weighed): number {
  return right.margin - left.margin;
}
