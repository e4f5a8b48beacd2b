import { FIRST_FORM } from "../analysis/form-table.ts";
import { equalBytes } from "./compare-bytes.ts";
import type { FormList } from "./form-list.ts";
import { GrowingNumbers } from "./growing-numbers.ts";
import type { MergeInput } from "./merge-input.ts";
import { rankByCount } from "./rank-by-count.ts";
import { type LiveHolder, TermWalk } from "./term-walk.ts";

/** How the forms of a merged segment are numbered. */
export interface MergedForms {
  /** Per input: from its form ids to the merged ones; 0 where no live passage can hold the form. */
  readonly idMaps: readonly Uint32Array[];
  /** By form id minus `FIRST_FORM`: the number of its term. */
  readonly formTerms: Uint32Array;
}

/** Walks all dictionaries once and numbers what is alive, the commonest form first. Holds numbers, no words. */
export async function mergeForms(inputs: readonly MergeInput[]): Promise<MergedForms> {
  const places = new FormPlaces(inputs);
  const walk = new TermWalk(inputs, { withPostings: false });
  for (let step = walk.next(); step !== "end"; step = walk.next()) {
    if (step === "load") await walk.load();
    else places.addTerm(walk.holders);
  }
  return places.rank();
}

/** Places of distinct forms, in the order they are met. */
class FormPlaces {
  readonly #idMaps: readonly Uint32Array[];
  readonly #counts: GrowingNumbers = new GrowingNumbers();
  readonly #terms: GrowingNumbers = new GrowingNumbers();
  #term = 0;

  constructor(inputs: readonly MergeInput[]) {
    this.#idMaps = inputs.map(({ segment }) => new Uint32Array(segment.meta.formEnd));
  }

  addTerm(holders: readonly LiveHolder[]): void {
    for (let index = 0; index < holders.length; index++) {
      const { cursor, input } = holders[index] as LiveHolder;
      cursor.decodeForms();
      const { forms } = cursor;
      const map = this.#idMaps[input] as Uint32Array;
      for (let form = 0; form < forms.count; form++) {
        const place = this.#placeOf(holders, index, form);
        this.#counts.add(place, forms.passageCounts[form] as number);
        // Places count from 1 here, so that 0 stays "not alive".
        map[forms.ids[form] as number] = place + 1;
      }
    }
    this.#term++;
  }

  /** The place of a form: where a holder before has it, or the next one. */
  #placeOf(holders: readonly LiveHolder[], index: number, form: number): number {
    const { forms } = (holders[index] as LiveHolder).cursor;
    const span = spanOf(forms, form);
    for (let before = 0; before < index; before++) {
      const { cursor, input } = holders[before] as LiveHolder;
      const known = findForm(cursor.forms, span);
      if (known >= 0) {
        const id = cursor.forms.ids[known] as number;
        return ((this.#idMaps[input] as Uint32Array)[id] as number) - 1;
      }
    }
    this.#terms.push(this.#term);
    return this.#counts.push(0);
  }

  rank(): MergedForms {
    const order = rankByCount(this.#counts.numbers());
    const ids = new Uint32Array(order.length + 1);
    const formTerms = new Uint32Array(order.length);
    const terms = this.#terms.numbers();
    order.forEach((place, rank) => {
      ids[place + 1] = FIRST_FORM + rank;
      formTerms[rank] = terms[place] as number;
    });
    for (const map of this.#idMaps) {
      for (let id = 0; id < map.length; id++) map[id] = ids[map[id] as number] as number;
    }
    return { idMaps: this.#idMaps, formTerms };
  }
}

function spanOf({ bytes, ends, starts }: FormList, form: number) {
  return { bytes, start: starts[form] as number, end: ends[form] as number };
}

function findForm(forms: FormList, wanted: ReturnType<typeof spanOf>): number {
  for (let form = 0; form < forms.count; form++) {
    if (equalBytes(wanted, spanOf(forms, form))) return form;
  }
  return -1;
}
