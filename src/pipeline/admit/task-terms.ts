import { contentWords, parseQuery } from "../../analysis/parse-query.ts";
import { termOf } from "../../analysis/term-of.ts";
import type { GeneratorReport, Pool, TermCount } from "../../model/pool.ts";

/** Terms that are looked for, at most: of a pasted text the rarest, or no window would ever cover enough of it. */
const MAX_TERMS = 24;

/** A term of the task. */
export interface TaskTerm {
  /** As texts are read. */
  readonly term: string;
  /** As the task has it. */
  readonly written: string;
}

/** The terms of a task, in its order, and what each weighs where. */
export interface TaskTerms {
  readonly terms: readonly TaskTerm[];
  /** Weights in the order of `terms` for one generator: by its own passages, or where it counted none by those of all others. */
  weightsFor(report: GeneratorReport): readonly number[];
}

/** idf(t) = ln(1 + (N − df + ½) / (df + ½)): what a term weighs that `holding` of `passages` passages hold. */
export function inverseFrequency(passages: number, holding: number): number {
  return Math.log(1 + (Math.max(0, passages - holding) + 0.5) / (holding + 0.5));
}

/** Reads the terms of a pool's task from what its generators report, or from its words where none of them counted any. */
export function readTaskTerms(pool: Pool): TaskTerms {
  const counting = onePerSource(pool.generators.filter(({ terms }) => terms.length > 0));
  if (counting.length === 0) {
    const terms = keepFirst(termsOfText(pool.task.query));
    // Without counts no term is known to be rarer than another.
    return { terms, weightsFor: () => terms.map(() => 1) };
  }
  const merged = mergeCounts(counting);
  const terms = keepRarest(merged.terms).map(({ form, written }) => ({ term: form, written }));
  const weigh = ({ terms: counts, passages }: Pick<GeneratorReport, "passages" | "terms">) => {
    const known = new Map(counts.map((count) => [count.form, count.passages]));
    return terms.map(({ term }) => inverseFrequency(passages, known.get(term) ?? 0));
  };
  return {
    terms,
    weightsFor: (report) => weigh(report.terms.length > 0 ? report : merged),
  };
}

function termsOfText(text: string): readonly TaskTerm[] {
  const terms = new Map<string, TaskTerm>();
  for (const { parts, spans, asked } of contentWords(parseQuery(text), false)) {
    parts.forEach((form, place) => {
      const term = termOf(form);
      const written = asked.slice(spans[place]?.start, spans[place]?.end).toLowerCase();
      if (!terms.has(term)) terms.set(term, { term, written });
    });
  }
  return [...terms.values()];
}

function keepFirst(terms: readonly TaskTerm[]): readonly TaskTerm[] {
  return terms.slice(0, MAX_TERMS);
}

/** Two generators over one source count the same passages. */
function onePerSource(reports: readonly GeneratorReport[]): readonly GeneratorReport[] {
  const bySource = new Map<string, GeneratorReport>();
  for (const report of reports) {
    if (!bySource.has(report.source)) bySource.set(report.source, report);
  }
  return [...bySource.values()];
}

function mergeCounts(
  reports: readonly GeneratorReport[],
): Pick<GeneratorReport, "passages" | "terms"> {
  const terms = new Map<string, TermCount>();
  for (const count of reports.flatMap((report) => report.terms)) {
    const passages = (terms.get(count.form)?.passages ?? 0) + count.passages;
    terms.set(count.form, { ...(terms.get(count.form) ?? count), passages });
  }
  const passages = reports.reduce((sum, report) => sum + report.passages, 0);
  return { passages, terms: [...terms.values()] };
}

/** What no passage holds says nothing of any candidate, however rare it is. */
function keepRarest(terms: readonly TermCount[]): readonly TermCount[] {
  if (terms.length <= MAX_TERMS) return terms;
  const rarity = ({ passages }: TermCount): number =>
    passages === 0 ? Number.MAX_SAFE_INTEGER : passages;
  const kept = new Set(
    [...terms].sort((left, right) => rarity(left) - rarity(right)).slice(0, MAX_TERMS),
  );
  return terms.filter((term) => kept.has(term));
}
