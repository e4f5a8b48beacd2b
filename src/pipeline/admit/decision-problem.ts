import type { Candidate } from "../../model/candidate.ts";
import { type ReasonCode, VERDICTS, type Verdict } from "../../model/decision.ts";
import type { Pool } from "../../model/pool.ts";
import { GRANULARITIES, type Granularity, type Offer } from "../../model/representation.ts";
import type { Resident } from "../../model/resident.ts";
import { exactOffer } from "./offers-of.ts";
import { unfitReason } from "./screen-candidate.ts";

/** A decision as a policy made it, with what it is about looked up. */
export interface ClaimedDecision {
  readonly candidate: Candidate;
  readonly verdict: Verdict;
  readonly offer: Offer | "none";
  readonly tokensPlanned: number | "not said";
  readonly reason: {
    readonly code: ReasonCode;
    readonly missing?: readonly string[];
    readonly because?: string;
  };
}

/** What was decided about the same candidate before, and what the reader has. */
export interface DecidedBefore {
  readonly pool: Pool;
  readonly resident: Resident;
  /** What its last decision lets in; `"none"` where it lets nothing in. */
  readonly entered: Offer | "none";
  /** Every form that it was shown or named in, in order. */
  readonly steps: readonly Offer[];
}

/** Returns what a decision breaks of the contract of policies, as a clause, or `"none"`. */
export function decisionProblem(claimed: ClaimedDecision, before: DecidedBefore): string | "none" {
  const { verdict, offer, tokensPlanned } = claimed;
  if (!VERDICTS.includes(verdict)) return `there is no verdict "${String(verdict)}"`;
  if (verdict === "reject" && offer !== "none") return "what is rejected is shown in no form";
  const tokens = offer === "none" ? 0 : offer.tokens;
  if (tokensPlanned !== "not said" && tokensPlanned !== tokens) {
    return `it plans ${tokensPlanned} tokens for a form of ${tokens}`;
  }
  if (verdict === "reject" || verdict === "defer") {
    return before.entered === "none" ? "none" : "it takes back what was admitted";
  }
  return offer === "none" ? "it admits no form" : enteringProblem(claimed, offer, before);
}

function enteringProblem(
  { candidate, verdict, reason }: ClaimedDecision,
  offer: Offer,
  before: DecidedBefore,
): string | "none" {
  const unfit = unfitReason(candidate, before.pool);
  if (unfit !== "none") return `it admits what is ${unfit.code}`;
  if (isShortened(candidate, offer)) return "what must be exact is shortened";
  if (verdict === "admit") {
    return before.entered === "none"
      ? skipsSection(candidate, offer, before)
      : "a richer form of what was admitted needs EXPAND";
  }
  const shown = [...before.steps, ...residentForms(candidate, before.resident)];
  if (shown.length === 0) return "it expands what was neither shown nor named";
  if (!shown.some((form) => rank(form.granularity) < rank(offer.granularity))) {
    return "it expands to nothing richer";
  }
  if (!saysWhy(reason)) return "it expands without saying what was not enough";
  return skipsSection(candidate, offer, before);
}

function isShortened({ minFidelity, ...candidate }: Candidate, offer: Offer): boolean {
  if (minFidelity !== "exact") return false;
  const hasSection = exactOffer({ minFidelity, ...candidate }, "section") !== "none";
  return offer.fidelity !== "exact" || (offer.granularity === "span" && hasSection);
}

/** All of an artifact beside its anchor comes after its section proved insufficient, and by EXPAND alone (ADM-32). */
function skipsSection(
  candidate: Candidate,
  { granularity }: Offer,
  { steps, resident }: DecidedBefore,
): string | "none" {
  if (granularity !== "full" || exactOffer(candidate, "section") === "none") return "none";
  const seen = [...steps, ...residentForms(candidate, resident)].map((form) => form.granularity);
  return seen.includes("anchor") && !seen.includes("section")
    ? "all of it beside its anchor needs its section first"
    : "none";
}

function residentForms(
  { artifact }: Candidate,
  { exhibits }: Resident,
): readonly { readonly granularity: Granularity }[] {
  return exhibits
    .filter((exhibit) => exhibit.artifact === artifact)
    .map(({ representation }) => representation);
}

function saysWhy({ code, missing = [], because = "" }: ClaimedDecision["reason"]): boolean {
  if (code === "asked") return because.trim() !== "";
  return code.startsWith("insufficient_") && missing.length > 0;
}

function rank(granularity: Granularity): number {
  return GRANULARITIES.indexOf(granularity);
}
