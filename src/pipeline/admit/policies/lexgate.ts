import type { Candidate } from "../../../model/candidate.ts";
import type { Policy } from "../../../ports/policy.ts";
import { type Admission, openAdmission } from "../admission.ts";
import { definePolicy } from "../define-policy.ts";
import { byMargin, judgePool, type Weighed, weighEvidence } from "../evidence.ts";
import { type EvidenceFormula, SHARE_AND_STANDING } from "../evidence-formula.ts";
import { nameRest } from "../name-rest.ts";
import { namedExactly } from "../named-exactly.ts";
import { admissibleOffers, namingOffer } from "../offers-of.ts";
import { digestOf, type GateParameters, LEAN, MAX_WHOLE_TOKENS, WIDE } from "../parameters.ts";
import { rejectSuperseded } from "../reject-superseded.ts";

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
  return createGate(parameters, {
    version: lexgateVersion(parameters),
    formula: SHARE_AND_STANDING,
  });
}

/** Makes a gate of the rules above that weighs by a formula of its own. */
export function createGate(
  parameters: GateParameters,
  { version, formula }: { readonly version: string; readonly formula: EvidenceFormula },
): Policy {
  return definePolicy(version, (input) => {
    const admission = openAdmission(input, {
      version,
      offersOf,
      namedAs: (candidate) => namingOffer(candidate, MAX_WHOLE_TOKENS),
      redundantBy: "words",
    });
    const weighed = weighEvidence(admission, parameters, { offersOf, formula });
    const unnamed = admitNamed(admission, weighed);
    const current = rejectSuperseded(admission, unnamed);
    const worth = current.filter((each) => each.isWorth && each.sufficiency !== "insufficient");
    admitWorth(admission, worth);
    const rest = current.filter((each) => !worth.includes(each));
    nameRest(admission, rest, parameters);
    return admission.close(judgePool(admission, parameters));
  });
}

function offersOf(candidate: Candidate): ReturnType<typeof admissibleOffers> {
  return admissibleOffers(candidate, MAX_WHOLE_TOKENS);
}

/** Rule 2. A score is not asked for: the small text that the task names is found by nothing else (LEX-24). */
function admitNamed(admission: Admission, weighed: readonly Weighed[]): readonly Weighed[] {
  const named = new Set(namedExactly(weighed));
  for (const { candidate, strength } of named) {
    admission.enter(candidate, { code: "exact_identifier" }, strength);
  }
  return weighed.filter((each) => !named.has(each));
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
