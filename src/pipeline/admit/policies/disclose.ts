import type { Candidate } from "../../../model/candidate.ts";
import type { Reason } from "../../../model/decision.ts";
import type { Offer } from "../../../model/representation.ts";
import type { Policy } from "../../../ports/policy.ts";
import { type Admission, openAdmission } from "../admission.ts";
import { definePolicy } from "../define-policy.ts";
import { type DisclosureStep, disclosureSteps, insufficiencyOf } from "../disclosure-steps.ts";
import { judgePool, type Weighed, weighEvidence } from "../evidence.ts";
import { nameRest } from "../name-rest.ts";
import { namedExactly } from "../named-exactly.ts";
import { admissibleOffers, identityOffer, readableOffer } from "../offers-of.ts";
import { digestOf, type GateParameters, LEAN, MAX_WHOLE_TOKENS } from "../parameters.ts";
import { rejectSuperseded } from "../reject-superseded.ts";
import { findResident } from "../screen-candidate.ts";
import type { TaskTerm } from "../task-terms.ts";

/**
 * Draws material in by itself. Every candidate that is worth it begins as its identity; each goes on to its anchor, its section
 * and all of it only while terms of the task are missing from what is shown, and every step says which (DIS-01, DIS-02). Nothing
 * is expanded where the evidence is insufficient, and nothing any more once every term is held.
 */
export function createDisclose(parameters: GateParameters): Policy {
  const digest = digestOf(parameters);
  const version = digest === digestOf(LEAN) ? "disclose/1" : `disclose/1:${digest}`;
  return definePolicy(version, (input) => {
    const admission = openAdmission(input, {
      version,
      offersOf,
      namedAs: identityOffer,
      redundantBy: "words",
    });
    const current = rejectSuperseded(admission, weighEvidence(admission, parameters, { offersOf }));
    const named = namedExactly(current);
    const worth = current.filter((each) => named.includes(each) || isWorthAStep(each));
    const rest = current.filter((each) => !worth.includes(each));
    for (const each of worth) begin(admission, each, named.includes(each));
    for (const each of worth) goOn(admission, each);
    nameRest(admission, rest, parameters);
    return admission.close(judgePool(admission, parameters));
  });
}

function offersOf(candidate: Candidate): readonly Offer[] {
  return admissibleOffers(candidate, MAX_WHOLE_TOKENS);
}

function isWorthAStep({ isWorth, sufficiency }: Weighed): boolean {
  return isWorth && sufficiency !== "insufficient";
}

/** The identity comes first, and what the reader has of it already is said. */
function begin(admission: Admission, { candidate, strength }: Weighed, isNamed: boolean): void {
  const held = residentStep(admission, candidate, disclosureSteps(candidate));
  if (held !== "none") {
    admission.reject(candidate, { code: "already_resident", with: held.label }, strength);
    return;
  }
  admission.name(candidate, { code: isNamed ? "exact_identifier" : "next_best" }, strength);
}

/** Goes up the steps of one candidate for as long as terms are missing that the next one may hold. */
function goOn(admission: Admission, { candidate, strength }: Weighed): void {
  const redundancy = admission.redundancyOf(candidate);
  if (redundancy !== "none") {
    admission.reject(candidate, redundancy, strength);
    return;
  }
  const steps = disclosureSteps(candidate);
  const held = residentStep(admission, candidate, steps);
  const begun = held === "none" ? 0 : held.place;
  for (let place = begun + 1; place < steps.length; place++) {
    const [shown, next] = [steps[place - 1], steps[place]];
    const missing = admission.unsettled();
    if (shown === undefined || next === undefined) return;
    if (!mayHold(admission, candidate, { shown: shown.offer, next: next.offer, missing })) return;
    const reason: Reason = {
      code: insufficiencyOf(shown.offer.granularity),
      missing: missing.map(({ written }) => written),
      ...(next.skipped === "none" ? {} : { detail: next.skipped }),
    };
    if (admission.expand(candidate, next.offer, { reason, strength })) continue;
    if (place === 1) admission.name(candidate, { code: misfitOf(candidate) }, strength);
    return;
  }
}

/**
 * Whether going on can help: the candidate's own text, or that of the next form, holds a missing term. The pool does not hold a
 * whole artifact; its headings say whether it is worth reading.
 */
function mayHold(
  { signals: { reader } }: Admission,
  candidate: Candidate,
  step: { readonly shown: Offer; readonly next: Offer; readonly missing: readonly TaskTerm[] },
): boolean {
  const { shown, next, missing } = step;
  const isDescribed = next.fidelity !== "exact";
  const promised = isDescribed ? readableOffer(candidate) : next;
  const text =
    promised === "none" || promised.text === "deferred" ? shown.notShown.join("\n") : promised.text;
  const { distinct } = reader.read(text);
  return missing.some(({ term }) => distinct.has(term));
}

/** The richest step that the reader has already, and the exhibit that it is. */
function residentStep(
  { resident }: Admission,
  candidate: Candidate,
  steps: readonly DisclosureStep[],
): { readonly place: number; readonly label: string } | "none" {
  const place = steps.findLastIndex(
    ({ offer }) => findResident(candidate, offer, resident) !== "none",
  );
  const offer = steps[place]?.offer;
  const exhibit = offer === undefined ? "none" : findResident(candidate, offer, resident);
  return exhibit === "none" ? "none" : { place, label: exhibit.label };
}

function misfitOf({ minFidelity }: Candidate): Reason["code"] {
  return minFidelity === "exact" ? "below_fidelity" : "budget";
}
