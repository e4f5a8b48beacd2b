import type { Candidate } from "../../src/model/candidate.ts";
import type { Decision, Verdicts } from "../../src/model/decision.ts";
import { type Label, type LabelledPool, labelOf } from "./labelled-pool.ts";

/** Tokens by what they are of. */
export type TokensByLabel = Readonly<Record<Label, number>>;

/** What one policy did with one pool, held against its labels. */
export interface Outcome {
  /** Share of the required candidates of the pool that were admitted. */
  readonly recall: number;
  /** Share of the admitted candidates that are required; `"none"` where nothing was admitted. */
  readonly precision: number | "none";
  readonly admitted: number;
  /** Of whole sections: what selection alone costs, however little of a section a policy lets in. */
  readonly whole: TokensByLabel;
  /** Of what enters, in the forms that the policy chose. */
  readonly entered: TokensByLabel;
  /** Of what is named and not admitted: the reader pays for it. */
  readonly named: number;
}

/** Sums up what a policy decided; the last decision about a candidate holds. */
export function judgeVerdicts(labelled: LabelledPool, { decisions }: Verdicts): Outcome {
  const last = new Map(decisions.map((decision) => [decision.candidate, decision]));
  const entering = [...last.values()].filter(
    ({ verdict, representation }) =>
      (verdict === "admit" || verdict === "expand") && representation !== "none",
  );
  const named = [...last.values()]
    .filter(({ verdict }) => verdict === "defer")
    .reduce((sum, { tokensPlanned }) => sum + tokensPlanned, 0);
  return sumUp(labelled, entering, named);
}

/** What the best possible choice from the pool is: all that is required and nothing else, whole. */
export function judgeOracle(labelled: LabelledPool): Outcome {
  const required = labelled.pool.candidates.filter(
    ({ id }) => labelOf(labelled, id) === "required",
  );
  const entering = required.map((candidate) => ({
    candidate: candidate.id,
    tokensPlanned: wholeTokens(candidate),
  }));
  return sumUp(labelled, entering, 0);
}

function sumUp(
  labelled: LabelledPool,
  entering: readonly Pick<Decision, "candidate" | "tokensPlanned">[],
  named: number,
): Outcome {
  const candidates = new Map(labelled.pool.candidates.map((each) => [each.id, each]));
  const whole = noTokens();
  const entered = noTokens();
  let right = 0;
  for (const { candidate, tokensPlanned } of entering) {
    const label = labelOf(labelled, candidate);
    if (label === "required") right++;
    const of = candidates.get(candidate);
    whole[label] += of === undefined ? 0 : wholeTokens(of);
    entered[label] += tokensPlanned;
  }
  const required = Object.values(labelled.labels).filter((label) => label === "required").length;
  return {
    recall: right / required,
    precision: entering.length === 0 ? "none" : right / entering.length,
    admitted: entering.length,
    whole,
    entered,
    named,
  };
}

function noTokens(): Record<Label, number> {
  return { required: 0, helpful: 0, distractor: 0, trap: 0, irrelevant: 0 };
}

/** Tokens of what neither answers nor helps. */
export function needless({ distractor, trap, irrelevant }: TokensByLabel): number {
  return distractor + trap + irrelevant;
}

/** Tokens of the section that a candidate stands in, else of the richest exact form of it. */
export function wholeTokens({ offers }: Candidate): number {
  const exact = offers.filter(({ fidelity }) => fidelity === "exact");
  const section = exact.find(({ granularity }) => granularity === "section");
  return (section ?? exact.at(-1))?.tokens ?? 0;
}

/** Tokens of the form in which every policy alike would let it in: its section where that is short, else its span. */
export function shortTokens(candidate: Candidate): number {
  const span = candidate.offers.find(
    ({ fidelity, granularity }) => fidelity === "exact" && granularity === "span",
  );
  return span?.tokens ?? wholeTokens(candidate);
}
