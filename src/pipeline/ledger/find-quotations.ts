import { isStopWord } from "../../analysis/stop-words.ts";
import { splitWords } from "../../analysis/wide-words.ts";

/** A text with a label, whose words somebody may have repeated. */
export interface QuotableText {
  readonly label: string;
  readonly text: string;
}

/** A run of words of an answer that stands in an exhibit, word for word. Offsets are UTF-16, end exclusive. */
export interface Quotation {
  /** Every exhibit that holds exactly this run: of several that do nobody can tell which was read. */
  readonly labels: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Finds what a text repeats of a bundle. */
export interface QuotationFinder {
  find(text: string): readonly Quotation[];
}

/** A run must be so long, and hold so many different words that are no stop words, some of them not of the task. */
const MIN_RUN_WEIGHT = 6;
const MIN_CONTENT_WEIGHT = 4;
const MIN_NEW_WEIGHT = 2;
/** A pair of CJK characters overlaps the next one: two pairs are about a word. */
const PAIR_WEIGHT = 0.5;
/** No run is shorter than this many words, whatever they weigh. */
const GRAM = 6;
/** Of a run that an exhibit repeats, the first so many are compared. */
const MAX_PLACES = 8;
/** Words compared for one text, and runs looked at: a text that repeats itself without end is not followed to it. */
const MAX_COMPARED = 1_000_000;
const MAX_RUNS = 2_000;

const CJK = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

interface Token {
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

interface Place {
  /** Which of the exhibits, and which of its tokens. */
  readonly exhibit: number;
  readonly at: number;
}

/** Words `[from, to)` of the text that are words of an exhibit. */
interface Run {
  readonly exhibit: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns a finder of quotations from these exhibits. Words are compared as the index compares them, without case, accents,
 * punctuation or line ends. Words of the task prove nothing, in whatever order; of two runs at one place the longer one counts, and
 * equal ones are the words of all of their exhibits.
 */
export function createQuotationFinder(
  exhibits: readonly QuotableText[],
  task: string,
): QuotationFinder {
  const tokens = exhibits.map(({ text }) => tokensOf(text));
  const places = indexGrams(tokens);
  const askedForms = new Set(tokensOf(task).map(({ form }) => form));

  const isDistinctive = (run: readonly Token[]): boolean => {
    const content = [...new Set(run.map(({ form }) => form))].filter((form) => !isStopWord(form));
    const isNew = (form: string): boolean => !askedForms.has(form);
    return (
      weightOf(run.map(({ form }) => form)) >= MIN_RUN_WEIGHT &&
      weightOf(content) >= MIN_CONTENT_WEIGHT &&
      weightOf(content.filter(isNew)) >= MIN_NEW_WEIGHT
    );
  };
  return {
    find(text) {
      const said = tokensOf(text);
      const runs = findRuns(said, tokens, places).filter((run) =>
        isDistinctive(said.slice(run.from, run.to)),
      );
      return joinEqual(longestOnly(runs)).map(({ from, to, owners }) => ({
        labels: owners.map((exhibit) => exhibits[exhibit]?.label ?? ""),
        start: said[from]?.start ?? 0,
        end: said[to - 1]?.end ?? 0,
      }));
    },
  };
}

function tokensOf(text: string): readonly Token[] {
  return splitWords(text).filter(({ kind }) => kind === "part");
}

/** With a space at both ends, so that words are found whole. */
function joined(tokens: readonly Token[]): string {
  return ` ${tokens.map(({ form }) => form).join(" ")} `;
}

function weightOf(forms: readonly string[]): number {
  return forms.reduce((sum, form) => sum + (CJK.test(form) ? PAIR_WEIGHT : 1), 0);
}

function gramAt(tokens: readonly Token[], at: number): string | "none" {
  if (at + GRAM > tokens.length) return "none";
  return joined(tokens.slice(at, at + GRAM));
}

function indexGrams(texts: readonly (readonly Token[])[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const [exhibit, tokens] of texts.entries()) {
    for (let at = 0; at + GRAM <= tokens.length; at += 1) {
      const gram = gramAt(tokens, at);
      const known = places.get(gram) ?? [];
      const own = known.filter((place) => place.exhibit === exhibit).length;
      if (own < MAX_PLACES) known.push({ exhibit, at });
      places.set(gram, known);
    }
  }
  return places;
}

/** Every run that can grow at neither end. */
function findRuns(
  said: readonly Token[],
  texts: readonly (readonly Token[])[],
  places: ReadonlyMap<string, readonly Place[]>,
): readonly Run[] {
  const runs: Run[] = [];
  let compared = 0;
  for (let from = 0; from + GRAM <= said.length; from += 1) {
    if (compared > MAX_COMPARED || runs.length > MAX_RUNS) break;
    for (const { exhibit, at } of places.get(gramAt(said, from)) ?? []) {
      const tokens = texts[exhibit] ?? [];
      const before = said[from - 1]?.form;
      if (before !== undefined && before === tokens[at - 1]?.form) continue;
      let length = GRAM;
      while (isSame(said[from + length], tokens[at + length])) length += 1;
      compared += length;
      runs.push({ exhibit, from, to: from + length });
    }
  }
  return runs;
}

function isSame(left: Token | undefined, right: Token | undefined): boolean {
  return left !== undefined && right !== undefined && left.form === right.form;
}

/** Leaves out a run that lies within a longer one. */
function longestOnly(runs: readonly Run[]): readonly Run[] {
  return runs.filter(
    (run) =>
      !runs.some(
        (other) =>
          other.from <= run.from && run.to <= other.to && other.to - other.from > run.to - run.from,
      ),
  );
}

/** Runs of the same words, once, with every exhibit that holds them, in the order of the bundle. */
function joinEqual(
  runs: readonly Run[],
): readonly { readonly from: number; readonly to: number; readonly owners: readonly number[] }[] {
  const byRange = new Map<string, { from: number; to: number; owners: Set<number> }>();
  for (const { exhibit, from, to } of runs) {
    const key = `${from}-${to}`;
    const known = byRange.get(key);
    if (known === undefined) byRange.set(key, { from, to, owners: new Set([exhibit]) });
    else known.owners.add(exhibit);
  }
  return [...byRange.values()]
    .map(({ from, to, owners }) => ({ from, to, owners: [...owners].sort((a, b) => a - b) }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
}
