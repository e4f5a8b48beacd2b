import type { Candidate } from "../../model/candidate.ts";
import type { Reason, Strength, Verdicts } from "../../model/decision.ts";
import type { Pool } from "../../model/pool.ts";
import type { Offer } from "../../model/representation.ts";
import type { Resident } from "../../model/resident.ts";
import type { AdmissionInput } from "../../ports/policy.ts";
import { createAdmittedTexts } from "./admitted-texts.ts";
import { createDecisionLog } from "./decision-log.ts";
import { createRoom } from "./room.ts";
import { findResident, unfitReason } from "./screen-candidate.ts";
import { type PoolSignals, readSignals } from "./signals.ts";
import type { TaskTerm } from "./task-terms.ts";

/** What tells one policy's way of admitting from another's. */
export interface AdmissionRules {
  readonly version: string;
  /** Forms in which a candidate may enter, the wanted one first and what it falls to after it. */
  readonly offersOf: (candidate: Candidate) => readonly Offer[];
  /** How one is named that does not enter. */
  readonly namedAs: (candidate: Candidate) => Offer | "none";
  /** What makes a candidate redundant: that its lines are in the bundle, or that its words are. */
  readonly redundantBy: "lines" | "words";
}

/** One run of a policy. Whatever it decides by, what stands here holds for all of them. */
export interface Admission {
  readonly pool: Pool;
  readonly resident: Resident;
  readonly signals: PoolSignals;
  /** Candidates that may enter, in rank order; about every other one was decided when the run began. */
  readonly open: readonly Candidate[];
  /** Lets a candidate in where it is not redundant and a form of it fits; else says why not. Returns whether it entered. */
  enter(candidate: Candidate, reason: Reason, strength?: Strength): boolean;
  /** Replaces what is shown of a candidate by a richer form; returns whether that fits. */
  expand(
    candidate: Candidate,
    offer: Offer,
    because: { reason: Reason; strength: Strength },
  ): boolean;
  /** Defers a candidate: it is named and costs the bundle nothing. */
  name(candidate: Candidate, reason: Reason, strength?: Strength): void;
  reject(candidate: Candidate, reason: Reason, strength?: Strength): void;
  /** Why it would add nothing to what is admitted or resident, or `"none"`. */
  redundancyOf(candidate: Candidate): Reason | "none";
  /** Whether the words of one candidate all stand in the other, as they would enter. */
  isWithin(candidate: Candidate, other: Candidate): boolean;
  /** Terms of the task that nothing admitted or resident settles. */
  unsettled(): readonly TaskTerm[];
  close(sufficiency?: Verdicts["sufficiency"]): Verdicts;
}

/** What a policy says of evidence that it does not judge. */
export const NOT_EVALUATED: Verdicts["sufficiency"] = {
  evidence: "unavailable",
  required: "unavailable",
  judgement: "not_evaluated",
};

/**
 * Begins a run over a frozen pool. Candidates whose citation does not hold, of another project, or in the reader's hands already
 * are rejected before anything is weighed.
 */
export function openAdmission(input: AdmissionInput, rules: AdmissionRules): Admission {
  const { pool, resident, budget } = input;
  const signals = readSignals(pool);
  const log = createDecisionLog(rules.version);
  const room = createRoom(budget);
  const texts = createAdmittedTexts(resident, signals);

  const reject: Admission["reject"] = (candidate, reason, strength) => {
    log.add({ candidate, verdict: "reject", offer: "none", reason, ...given(strength) });
  };
  const name: Admission["name"] = (candidate, reason, strength) => {
    const offer = rules.namedAs(candidate);
    log.add({ candidate, verdict: "defer", offer, reason, ...given(strength) });
  };
  const redundancyOf = (candidate: Candidate, offer = rules.offersOf(candidate)[0]) =>
    offer === undefined ? "none" : texts.redundancyOf(candidate, offer, rules.redundantBy);

  function enter(candidate: Candidate, reason: Reason, strength?: Strength): boolean {
    const offers = rules.offersOf(candidate);
    const offer = offers.find(room.fits);
    const redundancy = redundancyOf(candidate, offer ?? offers[0]);
    if (redundancy !== "none") reject(candidate, redundancy, strength);
    else if (offer === undefined) name(candidate, misfit(candidate), strength);
    else {
      log.add({ candidate, verdict: "admit", offer, reason, ...given(strength) });
      room.take(offer);
      texts.add(candidate, offer);
      return true;
    }
    return false;
  }

  const expand: Admission["expand"] = (candidate, offer, { reason, strength }) => {
    const shown = log.entering().find((each) => each.candidate.id === candidate.id);
    const isRoom = room.replace(shown?.offer ?? "none", offer);
    if (!isRoom) return false;
    log.add({ candidate, verdict: "expand", offer, reason, strength });
    texts.add(candidate, offer);
    return true;
  };

  return {
    pool,
    resident,
    signals,
    open: screen(input, rules, reject),
    enter,
    expand,
    name,
    reject,
    redundancyOf: (candidate) => redundancyOf(candidate),
    isWithin: (candidate, other) => {
      const [inner, outer] = [rules.offersOf(candidate)[0], rules.offersOf(other)[0]];
      return inner !== undefined && outer !== undefined && texts.isWithin(inner, outer);
    },
    unsettled: texts.unsettled,
    close: (sufficiency = NOT_EVALUATED) => ({
      policyVersion: rules.version,
      decisions: log.finish(texts.conflicts()),
      sufficiency,
      uncovered: texts.uncovered().map(({ written }) => written),
    }),
  };
}

function screen(
  { pool, resident }: AdmissionInput,
  { offersOf }: AdmissionRules,
  reject: Admission["reject"],
): readonly Candidate[] {
  return pool.candidates.filter((candidate) => {
    const [wanted] = offersOf(candidate);
    const unfit = unfitReason(candidate, pool);
    const held = wanted === undefined ? "none" : findResident(candidate, wanted, resident);
    if (unfit !== "none") reject(candidate, unfit);
    else if (held !== "none") reject(candidate, { code: "already_resident", with: held.label });
    return unfit === "none" && held === "none";
  });
}

/** Material that must be exact is never shortened to fit (GRA-08). */
function misfit({ minFidelity }: Candidate): Reason {
  return { code: minFidelity === "exact" ? "below_fidelity" : "budget" };
}

function given(strength: Strength | undefined): { readonly strength?: Strength } {
  return strength === undefined ? {} : { strength };
}
