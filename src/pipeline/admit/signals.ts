import { windowCoverage } from "../../analysis/best-window.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { GeneratorReport, Pool } from "../../model/pool.ts";
import { type ReadText, readCandidate } from "./read-text.ts";

/** What is known of one candidate's evidence; `"unavailable"` where its generator gave no score. */
export interface CandidateSignals {
  readonly candidate: Candidate;
  readonly read: ReadText;
  /** r: its score as a share of the best of its generator and source. */
  readonly share: number | "unavailable";
  /** z: how many standard deviations its score lies above that generator's mean. */
  readonly deviation: number | "unavailable";
  /** wcov: idf share of the task's terms in the best 40-word window of its text. */
  readonly windowCoverage: number;
}

/** The evidence of a pool as a whole. */
export interface PoolSignals {
  /** In the order of the pool. */
  readonly candidates: readonly CandidateSignals[];
  /** Largest window coverage of any candidate. */
  readonly bestCoverage: number;
  /** s1n: the best score as a share of the highest that the task could reach there. */
  readonly ceilingShare: number;
  /** bi: share of the task's neighboring terms that stand side by side in one of the first five. */
  readonly pairs: number;
  /** S = max wcov + s1n + ½·bi. Absolute: comparable between tasks. */
  readonly sufficiency: number;
  /** Weight of each term of the task. */
  readonly weights: ReadonlyMap<string, number>;
  /** A term as the task has it. */
  readonly written: ReadonlyMap<string, string>;
}

const PAIR_CANDIDATES = 5;

/**
 * Computes the signals that admission rests on, all from lexical evidence, per generator and source before any merging. Scores
 * of two generators are never compared (CAN-28).
 */
export function computeSignals(pool: Pool): PoolSignals {
  const { weights, written, order } = weighTerms(pool);
  const scores = scoresByGenerator(pool);
  const candidates = pool.candidates.map((candidate): CandidateSignals => {
    const read = readCandidate(candidate);
    const own = scores.get(keyOf(candidate));
    return {
      candidate,
      read,
      share: shareOf(candidate, own),
      deviation: deviationOf(candidate, own),
      windowCoverage: windowCoverage(read.terms, weights),
    };
  });
  const bestCoverage = candidates.reduce((most, each) => Math.max(most, each.windowCoverage), 0);
  const ceilingShare = bestCeilingShare(pool, scores);
  const pairs = pairShare(order, candidates);
  const sufficiency = bestCoverage + ceilingShare + pairs / 2;
  return { candidates, bestCoverage, ceilingShare, pairs, sufficiency, weights, written };
}

/** idf(t) = ln(1 + (N − df + ½) / (df + ½)), as Robertson and Zaragoza have it with the 1 that keeps it above zero. */
export function inverseFrequency(passages: number, holding: number): number {
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));
}

/** A term weighs what it weighs where it is rarest known of: the source with the most passages speaks for it. */
function weighTerms(pool: Pool): Pick<PoolSignals, "weights" | "written"> & { readonly order: readonly string[] } {
  const weights = new Map<string, number>();
  const written = new Map<string, string>();
  const largestFirst = [...pool.generators].sort((left, right) => right.passages - left.passages);
  for (const { terms, passages } of largestFirst) {
    for (const term of terms) {
      if (weights.has(term.form)) continue;
      weights.set(term.form, inverseFrequency(passages, term.passages));
      written.set(term.form, term.written);
    }
  }
  return { weights, written, order: largestFirst[0]?.terms.map(({ form }) => form) ?? [] };
}

interface Scores {
  readonly best: number;
  readonly mean: number;
  readonly deviation: number;
}

function keyOf({ generator, source }: Pick<Candidate, "generator" | "source">): string {
  return `${generator} ${source}`;
}

function scoresByGenerator(pool: Pool): ReadonlyMap<string, Scores> {
  const lists = new Map<string, number[]>();
  for (const candidate of pool.candidates) {
    if (candidate.score === "unavailable") continue;
    const key = keyOf(candidate);
    lists.set(key, [...(lists.get(key) ?? []), candidate.score]);
  }
  return new Map([...lists].map(([key, scores]) => [key, summarize(scores)]));
}

function summarize(scores: readonly number[]): Scores {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
  return { best: Math.max(...scores), mean, deviation: Math.sqrt(variance) };
}

function shareOf({ score }: Candidate, scores: Scores | undefined): number | "unavailable" {
  if (score === "unavailable" || scores === undefined) return "unavailable";
  return scores.best > 0 ? score / scores.best : 0;
}

/** Scores that do not differ say nothing of which is better: each lies at the mean. */
function deviationOf({ score }: Candidate, scores: Scores | undefined): number | "unavailable" {
  if (score === "unavailable" || scores === undefined) return "unavailable";
  return scores.deviation > 0 ? (score - scores.mean) / scores.deviation : 0;
}

/** Of all generators the one whose best comes closest to its own ceiling. */
function bestCeilingShare(pool: Pool, scores: ReadonlyMap<string, Scores>): number {
  const shareIn = (report: GeneratorReport): number => {
    const best = scores.get(keyOf(report))?.best ?? 0;
    return report.ceiling === "unavailable" || report.ceiling <= 0 ? 0 : best / report.ceiling;
  };
  return pool.generators.reduce((most, report) => Math.max(most, Math.min(1, shareIn(report))), 0);
}

function pairShare(order: readonly string[], candidates: readonly CandidateSignals[]): number {
  const wanted = new Set(order.slice(1).map((term, index) => `${order[index]} ${term}`));
  if (wanted.size === 0) return 0;
  const scored = candidates.filter(({ share }) => share !== "unavailable");
  const found = new Set<string>();
  for (const { read } of scored.slice(0, PAIR_CANDIDATES)) {
    read.terms.forEach((term, index) => {
      const pair = `${read.terms[index - 1]} ${term}`;
      if (index > 0 && wanted.has(pair)) found.add(pair);
    });
  }
  return found.size / wanted.size;
}
