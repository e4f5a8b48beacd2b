import { FIRST_FORM, type FormTable } from "../analysis/form-table.ts";
import { sortByUnits } from "../analysis/sort-by-units.ts";
import { stemEnglish } from "../analysis/stem-english.ts";

/** The terms of a corpus in ascending order, and which forms belong to each; all as numbers of the table. */
export interface CorpusTerms {
  /** By term: the table number of its spelling, which need not be a form of the corpus. */
  readonly spellings: Uint32Array;
  /** By table number of a form: its term's place in `spellings`. */
  readonly termOfForm: Uint32Array;
  /** The forms of term `t` are `forms[formStarts[t]]` up to `forms[formStarts[t + 1]]`, in order of the table. */
  readonly formStarts: Uint32Array;
  readonly forms: Uint32Array;
}

/** Stems every distinct form once and orders the terms. Adds to the table the stems that are no form. */
export function collectTerms(table: FormTable): CorpusTerms {
  const { end } = table;
  const spellingOf = new Uint32Array(end);
  for (let form = FIRST_FORM; form < end; form++) {
    // Only words of letters have a stem that is another word.
    spellingOf[form] = table.isLetters(form) ? table.intern(stemEnglish(table.form(form))) : form;
  }
  // First which numbers are spellings, then their places.
  const places = new Uint32Array(table.end);
  for (let form = FIRST_FORM; form < end; form++) places[spellingOf[form] as number] = 1;
  const spellings = Uint32Array.from(places.keys()).filter((number) => places[number] === 1);
  sortByUnits(spellings, table);
  spellings.forEach((number, place) => {
    places[number] = place;
  });
  const termOfForm = spellingOf.map((number) => places[number] as number);
  return { spellings, termOfForm, ...groupForms(termOfForm, spellings.length) };
}

function groupForms(
  termOfForm: Uint32Array,
  termCount: number,
): Pick<CorpusTerms, "forms" | "formStarts"> {
  const formStarts = new Uint32Array(termCount + 1);
  for (let form = FIRST_FORM; form < termOfForm.length; form++) {
    const after = (termOfForm[form] as number) + 1;
    formStarts[after] = (formStarts[after] as number) + 1;
  }
  for (let term = 0; term < termCount; term++) {
    formStarts[term + 1] = (formStarts[term + 1] as number) + (formStarts[term] as number);
  }
  const next = formStarts.slice();
  const forms = new Uint32Array(termOfForm.length - FIRST_FORM);
  for (let form = FIRST_FORM; form < termOfForm.length; form++) {
    const term = termOfForm[form] as number;
    const at = next[term] as number;
    next[term] = at + 1;
    forms[at] = form;
  }
  return { forms, formStarts };
}
