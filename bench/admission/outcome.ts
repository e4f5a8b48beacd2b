import type { Candidate } from "../../src/model/candidate.ts";
import type { Verdicts } from "../../src/model/decision.ts";
import type { DistinctText } from "./distinct-texts.ts";
import type { Label } from "./labelled-pool.ts";

/** Tokens by what they are of. */
export type TokensByLabel = Readonly<Record<Label, number>>;

/** What one policy did with one pool, held against its labels. Texts that are the same bytes count once. */
export interface Outcome {
  /** Share of the required texts of the pool that were admitted. */
  readonly recall: number;
  /** Share of the admitted texts that are required; `"none"` where nothing was admitted. */
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
export function judgeVerdicts(
  texts: readonly DistinctText[],
  { decisions }: Verdicts,
  ids: readonly string[],
): Outcome {
  const last = new Map(decisions.map((decision) => [decision.candidate, decision]));
  const planned = (place: number): number => {
    const decision = last.get(ids[place] ?? "");
    const enters = decision?.verdict === "admit" || decision?.verdict === "expand";
    return enters && decision.representation !== "none" ? decision.tokensPlanned : 0;
  };
  const entering = texts
    .map((text) => ({ text, tokens: Math.max(...text.places.map(planned)) }))
    .filter(({ tokens }) => tokens > 0);
  const named = [...last.values()]
    .filter(({ verdict }) => verdict === "defer")
    .reduce((sum, { tokensPlanned }) => sum + tokensPlanned, 0);
  return sumUp(texts, entering, named);
}

/** What the best possible choice from the pool is: all that is required and nothing else, whole. */
export function judgeOracle(texts: readonly DistinctText[]): Outcome {
  const entering = texts
    .filter(({ label }) => label === "required")
    .map((text) => ({ text, tokens: wholeTokens(text.candidate) }));
  return sumUp(texts, entering, 0);
}

function sumUp(
  texts: readonly DistinctText[],
  entering: readonly { readonly text: DistinctText; readonly tokens: number }[],
  named: number,
): Outcome {
  const whole = noTokens();
  const entered = noTokens();
  for (const { text, tokens } of entering) {
    whole[text.label] += wholeTokens(text.candidate);
    entered[text.label] += tokens;
  }
  const isRequired = ({ label }: DistinctText): boolean => label === "required";
  const right = entering.filter(({ text }) => isRequired(text)).length;
  return {
    recall: right / texts.filter(isRequired).length,
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
