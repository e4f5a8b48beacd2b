import { expansionRefused } from "../../errors-of-admission.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Verdicts } from "../../model/decision.ts";
import { GRANULARITIES, type Granularity, type Offer } from "../../model/representation.ts";
import type { Resident } from "../../model/resident.ts";
import type { AdmissionInput } from "../../ports/policy.ts";
import { openAdmission } from "./admission.ts";
import { NO_STRENGTH } from "./decision-log.ts";
import { freezePool, freezeResident } from "./freeze-pool.ts";
import { exactOffer, identityOffer, leastOffer } from "./offers-of.ts";

/** What an agent or a person wants to see more of. */
export interface ExpansionAsk {
  /** As it was shown: E3 or D2. */
  readonly label: string;
  /** The candidate behind it, by its id in the pool. */
  readonly candidate: string;
  /** How much of it was shown. */
  readonly shown: Granularity;
  /** How much is wanted; `"next"` is the least that is richer. */
  readonly to: Granularity | "next";
  /** Why what was shown is not enough. */
  readonly because: string;
}

/** The version under which what was asked for is on record; the agent decides, and this only holds it to the rules (DIS-15). */
export const ASKED_VERSION = "asked/1";

/**
 * Decides about one thing that was asked for: EXPAND with the reason that was given, DEFER where it does not fit, REJECT where it
 * cannot be had. Refuses with `expansion_refused` an ask without a reason (DIS-02), one for nothing richer, and one that would set
 * all of an artifact beside its anchor before its section was seen (ADM-32).
 */
export function decideExpansion(input: AdmissionInput, ask: ExpansionAsk): Verdicts {
  const resident = freezeResident(input.resident);
  const pool = freezePool(input.pool);
  const candidate = pool.candidates.find(({ id }) => id === ask.candidate);
  const { label } = ask;
  if (ask.because.trim() === "") throw expansionRefused(label, "no reason was given");
  if (candidate === undefined) throw expansionRefused(label, "its pool does not hold it");
  const offer = wantedOffer(candidate, ask);
  refuseUnseenSection(candidate, { ask, offer, resident });
  const admission = openAdmission(
    { ...input, pool: freezePool({ ...pool, candidates: [candidate] }), resident },
    {
      version: ASKED_VERSION,
      offersOf: () => [offer],
      namedAs: identityOffer,
      redundantBy: "lines",
    },
  );
  const [open] = admission.open;
  if (open === undefined) return admission.close();
  const skipped = skippedBetween(candidate, ask.shown, offer.granularity);
  const reason = {
    code: "asked",
    because: ask.because,
    ...(skipped.length === 0 ? {} : { detail: `leaves out ${skipped.join(", ")}` }),
  } as const;
  if (!admission.expand(open, offer, { reason, strength: NO_STRENGTH })) {
    admission.name(open, {
      code: candidate.minFidelity === "exact" ? "below_fidelity" : "budget",
      because: ask.because,
    });
  }
  return admission.close();
}

function wantedOffer(candidate: Candidate, { label, shown, to }: ExpansionAsk): Offer {
  const richer = GRANULARITIES.slice(GRANULARITIES.indexOf(shown) + 1);
  const offered = richer.flatMap((granularity) => {
    const offer = bestOffer(candidate, granularity);
    return offer === "none" ? [] : [offer];
  });
  const choice = offered.map(({ granularity }) => granularity).join(", ");
  const [next] = offered;
  if (next === undefined) throw expansionRefused(label, `nothing is richer than its ${shown}`);
  if (to === "next") return next;
  const wanted = offered.find(({ granularity }) => granularity === to);
  if (wanted !== undefined) return wanted;
  const problem = richer.includes(to)
    ? `its ${to} is not offered; there is ${choice}`
    : `its ${shown} was shown, and its ${to} is no richer; there is ${choice}`;
  throw expansionRefused(label, problem);
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

function refuseUnseenSection(
  candidate: Candidate,
  {
    ask,
    offer,
    resident,
  }: { readonly ask: ExpansionAsk; readonly offer: Offer; readonly resident: Resident },
): void {
  if (offer.granularity !== "full" || exactOffer(candidate, "section") === "none") return;
  const shown = resident.exhibits
    .filter(({ artifact }) => artifact === candidate.artifact)
    .map(({ representation }) => representation.granularity);
  const isDescribed = [ask.shown, ...shown].some((level) => level === "anchor" || level === "span");
  if (!isDescribed || [ask.shown, ...shown].includes("section")) return;
  throw expansionRefused(ask.label, "its section was not seen yet; ask for that before all of it");
}

function skippedBetween(
  candidate: Candidate,
  shown: Granularity,
  wanted: Granularity,
): readonly Granularity[] {
  return GRANULARITIES.slice(
    GRANULARITIES.indexOf(shown) + 1,
    GRANULARITIES.indexOf(wanted),
  ).filter((level) => bestOffer(candidate, level) !== "none");
}
