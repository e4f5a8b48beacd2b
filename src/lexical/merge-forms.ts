import { FIRST_FORM } from "../analysis/form-table.ts";
import { deadHolding } from "./liveness.ts";
import type { MergeInput } from "./merge-input.ts";
import { smallestTerm, TermCursor } from "./term-cursor.ts";
import type { TermForm } from "./term-entry.ts";

/** How the forms of a merged segment are numbered. */
export interface MergedForms {
  /** Per input: from its form ids to the merged ones; 0 where no live passage can hold the form. */
  readonly idMaps: readonly Uint32Array[];
  /** By form id minus `FIRST_FORM`: the number of its term. */
  readonly formTerms: Uint32Array;
}

/** Walks all dictionaries once and numbers what is alive, the commonest form first. Holds numbers, no words. */
export async function mergeForms(inputs: readonly MergeInput[]): Promise<MergedForms> {
  const idMaps = inputs.map(({ segment }) => new Uint32Array(segment.meta.formEnd));
  const counts: number[] = [];
  const terms: number[] = [];
  let ordinal = 0;
  for await (const { holders } of walkLiveTerms(inputs, { withPostings: false })) {
    for (const { passageCount, uses } of unionForms(holders)) {
      const place = counts.length;
      counts.push(passageCount);
      terms.push(ordinal);
      // Places count from 1 here, so that 0 stays "not alive".
      for (const { input, id } of uses) (idMaps[input] as Uint32Array)[id] = place + 1;
    }
    ordinal++;
  }
  const order = Uint32Array.from(counts.keys());
  order.sort((left, right) => (counts[right] as number) - (counts[left] as number) || left - right);
  const ids = new Uint32Array(counts.length + 1);
  const formTerms = new Uint32Array(counts.length);
  order.forEach((place, rank) => {
    ids[place + 1] = FIRST_FORM + rank;
    formTerms[rank] = terms[place] as number;
  });
  return { idMaps: idMaps.map((map) => map.map((place) => ids[place] as number)), formTerms };
}

/** A term's cursor in one input, where live passages hold it. */
export interface LiveHolder {
  readonly input: number;
  readonly cursor: TermCursor;
  readonly forms: readonly TermForm[];
}

/** A term and where it lives. */
export interface LiveTerm {
  readonly term: string;
  readonly holders: readonly LiveHolder[];
}

/** Visits every term that a live passage holds, ascending; both passes of a merge see the same ones. */
export async function* walkLiveTerms(
  inputs: readonly MergeInput[],
  options: { readonly withPostings: boolean },
): AsyncIterable<LiveTerm> {
  const cursors = inputs.map(({ segment }) => new TermCursor(segment, options));
  for (const cursor of cursors) await cursor.advance();
  for (;;) {
    const { term, holders } = smallestTerm(cursors);
    if (holders.length === 0) return;
    const live = holders.flatMap((cursor): readonly LiveHolder[] => {
      const input = cursors.indexOf(cursor);
      return liveHolder(cursor, input, inputs[input]);
    });
    if (live.length > 0) yield { term, holders: live };
    for (const cursor of holders) {
      const step = cursor.advance();
      if (step !== "done") await step;
    }
  }
}

function liveHolder(
  cursor: TermCursor,
  input: number,
  from: MergeInput | undefined,
): readonly LiveHolder[] {
  const { current } = cursor;
  if (current === "end" || from === undefined) return [];
  const dead = deadHolding(from.liveness, current.ordinal);
  return current.passageCount > dead ? [{ input, cursor, forms: current.forms }] : [];
}

interface FormUses {
  readonly form: string;
  /** Passages that hold it, over all inputs. */
  readonly passageCount: number;
  readonly uses: readonly { readonly input: number; readonly id: number }[];
}

/** One entry for each distinct form of a term. */
export function unionForms(holders: readonly LiveHolder[]): readonly FormUses[] {
  const [only] = holders;
  // Most terms are in one segment alone.
  if (only !== undefined && holders.length === 1) {
    const { forms, input } = only;
    return forms.map(({ form, id, passageCount }) => {
      return { form, passageCount, uses: [{ input, id }] };
    });
  }
  const union = new Map<string, { passageCount: number; uses: { input: number; id: number }[] }>();
  for (const { input, forms } of holders) {
    for (const { form, id, passageCount } of forms) {
      const known = union.get(form) ?? { passageCount: 0, uses: [] };
      known.passageCount += passageCount;
      known.uses.push({ input, id });
      union.set(form, known);
    }
  }
  return [...union].map(([form, entry]) => ({ form, ...entry }));
}
