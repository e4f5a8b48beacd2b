import type { ArtifactRef } from "../model/artifact.ts";
import type { Candidate } from "../model/candidate.ts";
import type { Offer, RepresentationKind } from "../model/representation.ts";
import type { TokenCounter } from "../ports/token-counter.ts";

/** The three forms that the arm compares, the whole first. */
export const ARM_FORMS = {
  full: { granularity: "full", fidelity: "exact" },
  section: { granularity: "section", fidelity: "exact" },
  extraction: { granularity: "section", fidelity: "extracted" },
} as const satisfies Readonly<Record<string, RepresentationKind>>;

/** A form of the arm, by name. */
export type ArmForm = keyof typeof ARM_FORMS;

/** What the arm is run on: one required candidate, and what its task needs of it. */
export interface ArmRequest {
  readonly candidate: Candidate;
  /** The whole text, which a pool does not hold. */
  readonly fullText: string;
  /** Facts that the task needs, as the source words them. Each must stand in every form (GRA-10). */
  readonly facts: readonly string[];
  /** Which form is compared with which; in each pair one axis differs. */
  readonly contrasts: readonly (readonly [from: ArmForm, to: ArmForm])[];
  readonly counter: TokenCounter;
  /** Whether the task succeeded with a form, by whoever ran it. */
  readonly outcomes?: Readonly<Partial<Record<ArmForm, "success" | "failure">>>;
}

/** One form: what it costs, and what of that is not the needed part (GRA-12). */
export interface ArmCondition {
  readonly form: ArmForm;
  readonly tokens: number;
  /** Tokens beyond the lines that state the facts; below zero where the form says them in fewer. */
  readonly aboveNeeded: number;
  readonly outcome: "success" | "failure" | "unknown";
}

/** Two forms, and the one axis that was moved between them. */
export interface ArmContrast {
  readonly from: ArmForm;
  readonly to: ArmForm;
  readonly moved: keyof RepresentationKind;
  readonly tokens: number;
}

/** What was measured, or why nothing could be. */
export type ArmReceipt =
  | { readonly status: "refused"; readonly reason: string }
  | {
      readonly status: "measured";
      readonly artifact: ArtifactRef;
      readonly neededTokens: number;
      readonly conditions: readonly ArmCondition[];
      readonly contrasts: readonly ArmContrast[];
    };

/**
 * Compares the whole of an artifact, its section and a typed extraction of that for the facts that a task needs (GRA-09). Refused:
 * a pair of forms between which both granularity and fidelity vary, for then neither explains a difference (GRA-05); a form that
 * lacks a fact, or that the candidate does not offer.
 */
export function runGranularityArm(request: ArmRequest): ArmReceipt {
  const { candidate, facts, fullText, counter, outcomes = {} } = request;
  const confounded = request.contrasts.find(([from, to]) => movedAxes(from, to).length !== 1);
  if (confounded !== undefined) return refuse(explainAxes(...confounded));
  const stray = facts.find((fact) => linesStating(fullText, [fact]).length === 0);
  if (facts.length === 0) return refuse("no required fact is given");
  if (stray !== undefined) return refuse(`no line of the whole states "${stray}"`);
  const forms = namesOf(request);
  const texts = new Map(forms.map((form) => [form, textOf(form, candidate, fullText)]));
  for (const [form, text] of texts) {
    if (text === "none") return refuse(`the candidate has no ${form} to compare`);
    const lacking = facts.find((fact) => !states(text, fact));
    if (lacking !== undefined) return refuse(`its ${form} does not state "${lacking}"`);
  }
  const neededTokens = counter.count(linesStating(fullText, facts).join("\n"));
  const tokensOf = (form: ArmForm): number => counter.count(texts.get(form) ?? "");
  return {
    status: "measured",
    artifact: candidate.artifact,
    neededTokens,
    conditions: forms.map((form) => {
      const tokens = tokensOf(form);
      const outcome = outcomes[form] ?? "unknown";
      return { form, tokens, aboveNeeded: tokens - neededTokens, outcome };
    }),
    contrasts: request.contrasts.flatMap(([from, to]) =>
      movedAxes(from, to).map((moved) => ({
        ...{ from, to, moved },
        tokens: tokensOf(to) - tokensOf(from),
      })),
    ),
  };
}

function refuse(reason: string): ArmReceipt {
  return { status: "refused", reason };
}

/** Every form that some pair names, in the order of `ARM_FORMS`. */
function namesOf({ contrasts }: ArmRequest): readonly ArmForm[] {
  const named = new Set(contrasts.flat());
  return (["full", "section", "extraction"] as const).filter((form) => named.has(form));
}

function movedAxes(from: ArmForm, to: ArmForm): readonly (keyof RepresentationKind)[] {
  const [one, other] = [ARM_FORMS[from], ARM_FORMS[to]];
  return (["granularity", "fidelity"] as const).filter((axis) => one[axis] !== other[axis]);
}

function explainAxes(from: ArmForm, to: ArmForm): string {
  const moved = movedAxes(from, to);
  return moved.length === 0
    ? `nothing differs between ${from} and ${to}`
    : `${moved.join(" and ")} both vary between ${from} and ${to}`;
}

function textOf(form: ArmForm, { offers }: Candidate, fullText: string): string | "none" {
  const { granularity, fidelity } = ARM_FORMS[form];
  const offer = offers.find(
    (each) => each.granularity === granularity && each.fidelity === fidelity,
  );
  if (offer === undefined) return "none";
  return offer.text === "deferred" ? deferredText(offer, fullText) : offer.text;
}

/** What a pool holds back is cut from the whole, by lines. */
function deferredText({ lines }: Offer, fullText: string): string {
  if (lines === "none") return fullText;
  return fullText
    .split("\n")
    .slice(lines.startLine - 1, lines.endLine)
    .join("\n");
}

/** Word for word, whatever spaces and line ends stand between the words. */
function states(text: string, fact: string): boolean {
  const plain = (value: string): string => value.replace(/\s+/g, " ").trim();
  return plain(text).includes(plain(fact));
}

/** The lines that state a fact, each once. */
function linesStating(fullText: string, facts: readonly string[]): readonly string[] {
  return fullText.split("\n").filter((line) => facts.some((fact) => states(line, fact)));
}
