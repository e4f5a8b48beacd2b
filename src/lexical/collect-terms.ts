import { FIRST_FORM, type FormTable } from "../analysis/form-table.ts";
import { stemEnglish } from "../analysis/stem-english.ts";

/** The terms of a corpus in ascending order, and which term each form of the table belongs to. */
export interface CorpusTerms {
  readonly terms: readonly string[];
  /** By table number; the term's place in `terms`. */
  readonly termOfForm: Uint32Array;
  /** Forms as written, by table number. */
  readonly forms: readonly string[];
}

/** Stems every distinct form once and orders the terms. */
export function collectTerms(table: FormTable): CorpusTerms {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  const forms: string[] = new Array<string>(table.end).fill("");
  const unsorted = new Uint32Array(table.end);
  for (let id = FIRST_FORM; id < table.end; id++) {
    const form = table.form(id);
    forms[id] = form;
    const term = stemEnglish(form);
    let number = numbers.get(term);
    if (number === undefined) {
      number = terms.push(term) - 1;
      numbers.set(term, number);
    }
    unsorted[id] = number;
  }
  const sorted = terms.toSorted();
  const place = new Uint32Array(terms.length);
  sorted.forEach((term, index) => {
    place[numbers.get(term) as number] = index;
  });
  return { terms: sorted, termOfForm: unsorted.map((number) => place[number] as number), forms };
}
