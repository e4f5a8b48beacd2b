import { findLargest } from "../../analysis/find-largest.ts";
import { termOf } from "../../analysis/term-of.ts";
import { BREAK, OVERLAY, WordReader } from "../../analysis/word-reader.ts";
import type { TermCount } from "../../model/pool.ts";
import type { TokenCounter } from "../../ports/token-counter.ts";
import { type Cut, cutLines, type VersionText } from "./version-text.ts";

/** A section longer than this enters as a span of at most so many tokens. */
export const MAX_SPAN_TOKENS = 400;

/** By term: how rare it is. */
export type TermWeights = ReadonlyMap<string, number>;

/** Weighs the terms of a task by how few passages of all that was asked hold them: ln(1 + (N - n + 1/2) / (n + 1/2)). */
export function weighTerms(
  answers: readonly { readonly passageCount: number; readonly terms: readonly TermCount[] }[],
): TermWeights {
  const holding = new Map<string, number>();
  let passages = 0;
  for (const { passageCount, terms } of answers) {
    passages += passageCount;
    for (const { form, passages: held } of terms) {
      holding.set(form, (holding.get(form) ?? 0) + held);
    }
  }
  const weigh = (held: number): number => Math.log(1 + (passages - held + 0.5) / (held + 0.5));
  return new Map([...holding].map(([form, held]) => [form, weigh(held)]));
}

/**
 * Returns the whole lines within a passage, at most `MAX_SPAN_TOKENS` of them together, whose distinct terms of the task are
 * the rarest in sum; of several the first, and as many lines around them as fit. Where not even one line fits it is the
 * beginning of the best one, cut between characters. The offsets are exact either way.
 */
export function chooseSpan(
  version: VersionText,
  passage: Cut,
  by: { readonly weights: TermWeights; readonly counter: TokenCounter },
): Cut {
  const { counter, weights } = by;
  if (counter.count(passage.text) <= MAX_SPAN_TOKENS) return passage;
  if (!passage.wholeLines) return cutWithin(version, passage, counter);
  const lines = linesOf(version, passage);
  const tokens = lines.map((line) => counter.count(`${line.text}\n`));
  const terms = termsByLine(lines, weights);
  const windows = longestWindows(tokens);
  const isCut = windows.length === 0;
  const choices = isCut ? lines.map((_, line) => ({ first: line, last: line })) : windows;
  let best: Window = { first: 0, last: 0, coverage: -1 };
  for (const window of choices) {
    const coverage = weigh(terms.slice(window.first, window.last + 1), weights);
    if (coverage > best.coverage) best = { ...window, coverage };
  }
  const start = lines[best.first] ?? passage;
  if (isCut) return cutWithin(version, start, counter);
  return cutWindow(version, start, { lines: best.last - best.first + 1, counter });
}

interface Window {
  readonly first: number;
  readonly last: number;
  readonly coverage: number;
}

function linesOf(version: VersionText, { startLine, endLine }: Cut): readonly Cut[] {
  const lines: Cut[] = [];
  for (let line = startLine; line <= endLine; line++) lines.push(cutLines(version, line, line));
  return lines;
}

/** Runs of lines that fit and to which no line can be added at their end. */
function longestWindows(tokens: readonly number[]): readonly Omit<Window, "coverage">[] {
  const windows: Omit<Window, "coverage">[] = [];
  let last = -1;
  let sum = 0;
  for (let first = 0; first < tokens.length; first++) {
    if (last < first) [last, sum] = [first - 1, 0];
    const before = last;
    while (last + 1 < tokens.length && sum + (tokens[last + 1] ?? 0) <= MAX_SPAN_TOKENS) {
      last++;
      sum += tokens[last] ?? 0;
    }
    if (last >= first && (last > before || first === 0)) windows.push({ first, last });
    if (last >= first) sum -= tokens[first] ?? 0;
  }
  return windows;
}

function weigh(terms: readonly ReadonlySet<string>[], weights: TermWeights): number {
  const distinct = new Set(terms.flatMap((held) => [...held]));
  let sum = 0;
  for (const [term, weight] of weights) if (distinct.has(term)) sum += weight;
  return sum;
}

/** By line: the terms of the task that it holds. */
function termsByLine(lines: readonly Cut[], weights: TermWeights): readonly ReadonlySet<string>[] {
  const reader = new WordReader();
  const terms = new Map<number, string>();
  return lines.map(({ text }) => {
    reader.length = 0;
    reader.read(text);
    const held = new Set<string>();
    for (let at = 0; at < reader.length; at++) {
      const id = reader.ids[at] ?? OVERLAY;
      if (id === OVERLAY || id === BREAK) continue;
      const term = terms.get(id) ?? termOf(reader.forms.form(id));
      terms.set(id, term);
      if (weights.has(term)) held.add(term);
    }
    return held;
  });
}

/** Lines counted one by one are nearly what they are together: what is over is dropped from the end. */
function cutWindow(
  version: VersionText,
  start: Cut,
  { lines, counter }: { readonly lines: number; readonly counter: TokenCounter },
): Cut {
  for (let count = lines; count > 1; count--) {
    const cut = cutLines(version, start.startLine, start.startLine + count - 1);
    if (counter.count(cut.text) <= MAX_SPAN_TOKENS) return cut;
  }
  return start;
}

/** The longest beginning of a line that fits, cut between characters. */
function cutWithin({ artifact }: VersionText, line: Cut, counter: TokenCounter): Cut {
  const { startByte, endByte } = line;
  const sizeOf = (text: string): number =>
    artifact.encoding === "utf-8" ? new TextEncoder().encode(text).length : 2 * text.length;
  // A byte order mark is no part of the text.
  const markBytes = endByte - startByte - sizeOf(line.text);
  const characters = Array.from(line.text);
  const fits = (count: number): boolean =>
    counter.count(characters.slice(0, count).join("")) <= MAX_SPAN_TOKENS;
  const text = characters.slice(0, findLargest(characters.length, fits)).join("");
  return {
    ...line,
    text,
    endByte: startByte + markBytes + sizeOf(text),
    endLine: line.startLine,
    wholeLines: false,
  };
}
