import type { Candidate } from "../../model/candidate.ts";
import type { Verdicts } from "../../model/decision.ts";
import { GRANULARITIES, type Granularity, type Offer } from "../../model/representation.ts";
import type { Resident } from "../../model/resident.ts";
import type { AdmissionInput } from "../../ports/policy.ts";
import { type Admission, openAdmission } from "./admission.ts";
import { NO_STRENGTH } from "./decision-log.ts";
import { freezePool, freezeResident } from "./freeze-pool.ts";
import { exactOffer, identityOffer, leastOffer } from "./offers-of.ts";

/** What an agent or a person wants to see more of. */
export interface ExpansionAsk {
  /** The candidate behind what was shown, by its id in the pool. */
  readonly candidate: string;
  /** How much of it was shown, or named. */
  readonly shown: Granularity;
  /** How much is wanted. */
  readonly to: Granularity;
  /** Why what was shown is not enough. */
  readonly because: string;
}

/** The version under which what was asked for is on record: the agent decides, and is held to the rules (DIS-15). */
export const ASKED_VERSION = "asked/1";

/**
 * Decides about one candidate that somebody asked to see more of: EXPAND with the reason that was given, DEFER where it does not
 * fit. REJECT `invalid_decision`, with what is wrong, an ask without a reason (DIS-02), one for nothing richer, and one that would
 * set all of an artifact beside its anchor before its section was seen (ADM-32).
 */
export function decideExpansion(input: AdmissionInput, ask: ExpansionAsk): Verdicts {
  const pool = freezePool(input.pool);
  const resident = freezeResident(input.resident);
  const asked = pool.candidates.filter(({ id }) => id === ask.candidate);
  const offer = asked[0] === undefined ? "none" : bestOffer(asked[0], ask.to);
  const admission = openAdmission(
    { pool: freezePool({ ...pool, candidates: asked }), resident, budget: input.budget },
    {
      version: ASKED_VERSION,
      offersOf: () => (offer === "none" ? [] : [offer]),
      namedAs: identityOffer,
      redundantBy: "lines",
    },
  );
  const [candidate] = admission.open;
  if (candidate !== undefined) decide(admission, candidate, { ask, offer });
  return admission.close();
}

function decide(
  admission: Admission,
  candidate: Candidate,
  { ask, offer }: { readonly ask: ExpansionAsk; readonly offer: Offer | "none" },
): void {
  const problem = problemOf(candidate, ask, admission.resident);
  if (problem !== "none" || offer === "none") {
    admission.reject(candidate, { code: "invalid_decision", detail: problem });
    return;
  }
  const { because, shown, to } = ask;
  const skipped = between(shown, to).filter((level) => bestOffer(candidate, level) !== "none");
  const detail = skipped.length === 0 ? {} : { detail: `leaves out ${skipped.join(", ")}` };
  const reason = { code: "asked", because, ...detail } as const;
  if (admission.expand(candidate, offer, { reason, strength: NO_STRENGTH })) return;
  const code = candidate.minFidelity === "exact" ? "below_fidelity" : "budget";
  admission.name(candidate, { code, because });
}

function problemOf(
  candidate: Candidate,
  { because, shown, to }: ExpansionAsk,
  resident: Resident,
): string | "none" {
  if (because.trim() === "") return "no reason was given";
  if (GRANULARITIES.indexOf(to) <= GRANULARITIES.indexOf(shown)) {
    return `its ${to} is no richer than its ${shown}, which was shown`;
  }
  if (bestOffer(candidate, to) === "none") {
    const offered = GRANULARITIES.filter((level) => bestOffer(candidate, level) !== "none");
    return `its ${to} is not offered; there is ${offered.join(", ")}`;
  }
  return skipsSection(candidate, { shown, to }, resident)
    ? "its section was not seen yet; ask for that before all of it"
    : "none";
}

/** Exact before described; what must be exact is shown in no other form (GRA-08). */
function bestOffer(candidate: Candidate, granularity: Granularity): Offer | "none" {
  const exact = exactOffer(candidate, granularity);
  if (candidate.minFidelity !== "exact") {
    return exact === "none" ? leastOffer(candidate, granularity) : exact;
  }
  const isShortened = granularity === "span" && exactOffer(candidate, "section") !== "none";
  return isShortened ? "none" : exact;
}

function skipsSection(
  candidate: Candidate,
  { shown, to }: Pick<ExpansionAsk, "shown" | "to">,
  { exhibits }: Resident,
): boolean {
  if (to !== "full" || exactOffer(candidate, "section") === "none") return false;
  const seen = exhibits
    .filter(({ artifact }) => artifact === candidate.artifact)
    .map(({ representation }) => representation.granularity);
  const levels = [shown, ...seen];
  const isPart = levels.some((level) => level === "anchor" || level === "span");
  return isPart && !levels.includes("section");
}

function between(shown: Granularity, wanted: Granularity): readonly Granularity[] {
  return GRANULARITIES.slice(GRANULARITIES.indexOf(shown) + 1, GRANULARITIES.indexOf(wanted));
}
