import { type BestWindow, findBestWindow } from "../../analysis/best-window.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { GeneratorReport, Pool } from "../../model/pool.ts";
import { readableOffer } from "./offers-of.ts";
import { WINDOW_WORDS } from "./parameters.ts";
import { unfitReason } from "./screen-candidate.ts";
import { round, type StandardScore, standardize } from "./standardize.ts";
import { readTaskTerms, type TaskTerm, type TaskTerms } from "./task-terms.ts";
import { createTextReader, STOP, type TextReader } from "./text-reader.ts";

/** What is known of one candidate's evidence. Unknown stays unknown: nothing stands in for a score that was not given. */
export interface CandidateSignals {
  /** r and z, within its generator and source alone (CAN-28). */
  readonly share: number | "unavailable";
  readonly deviation: number | "unavailable";
  /** wcov: idf share of the task's terms in the best window of its text; `"unavailable"` where the pool holds no text of it. */
  readonly windowCoverage: number | "unavailable";
  /** 1-based, in its generator's own order; by score where the generator gave no ranks. */
  readonly place: number | "unavailable";
  /** Share of the task's neighboring terms that stand side by side in its text; 0 for a task of one term. */
  readonly pairs: number | "unavailable";
  /** What its generator and source found as a whole, S. */
  readonly sufficiency: number | "unavailable";
}

/** The evidence of a pool. */
export interface PoolSignals {
  readonly terms: readonly TaskTerm[];
  readonly reader: TextReader;
  of(candidate: Candidate): CandidateSignals;
  /** Largest window coverage of any candidate that has a score. */
  readonly bestCoverage: number;
  /** S = max wcov + s1n + ½·bi of the generator that found most: absolute, comparable between tasks. */
  readonly sufficiency: number | "unavailable";
  /** Terms of the task, as written there, that the best window of all lacks. */
  readonly missing: readonly string[];
}

/** One generator over one source, and what it found. */
interface Finding {
  readonly report: GeneratorReport;
  readonly weights: readonly number[];
  readonly members: readonly Member[];
}

interface Member {
  readonly candidate: Candidate;
  readonly score: StandardScore | "unavailable";
  readonly window: BestWindow | "unavailable";
  /** Terms of the task that stand directly before the next one of the task, by their place in it. */
  readonly pairs: ReadonlySet<number>;
}

/** Candidates in whose texts neighboring terms of the task are looked for. */
const PAIR_CANDIDATES = 5;
/** BM25's ceiling at k1 = 1.2 is 2.2 · Σ idf. */
const CEILING_FACTOR = 2.2;

const NO_SIGNALS: CandidateSignals = {
  share: "unavailable",
  deviation: "unavailable",
  windowCoverage: "unavailable",
  place: "unavailable",
  pairs: "unavailable",
  sufficiency: "unavailable",
};

const known: WeakMap<Pool, PoolSignals> = new WeakMap();

/**
 * Reads the signals of a frozen pool, per generator and source before anything is merged. Candidates that are unfit for any
 * policy take no part. Remembered for the pool, because a bundle asks again with less room when its frame does not fit.
 */
export function readSignals(pool: Pool): PoolSignals {
  const remembered = known.get(pool);
  if (remembered !== undefined) return remembered;
  const signals = computeSignals(pool);
  if (Object.isFrozen(pool)) known.set(pool, signals);
  return signals;
}

function computeSignals(pool: Pool): PoolSignals {
  const task = readTaskTerms(pool);
  const reader = createTextReader();
  const fit = pool.candidates.filter((candidate) => unfitReason(candidate, pool) === "none");
  const findings = groupByGenerator(fit, pool).map(({ report, candidates }) =>
    readFinding(report, candidates, { task, reader }),
  );
  const signals = new Map<string, CandidateSignals>();
  for (const finding of findings) {
    const sufficiency = sufficiencyOf(finding, task);
    for (const member of finding.members) {
      signals.set(member.candidate.id, signalsOf(member, { finding, task, sufficiency }));
    }
  }
  const best = bestWindowOf(findings);
  return {
    terms: task.terms,
    reader,
    of: ({ id }) => signals.get(id) ?? NO_SIGNALS,
    bestCoverage: best === "none" ? 0 : round(best.share),
    sufficiency: highest([...signals.values()].map(({ sufficiency }) => sufficiency)),
    missing: task.terms
      .filter((_, place) => best === "none" || !best.held.includes(place))
      .map(({ written }) => written),
  };
}

function signalsOf(member: Member, { finding, task, sufficiency }: SignalSource): CandidateSignals {
  const { score, window } = member;
  return {
    share: score === "unavailable" ? score : score.share,
    deviation: score === "unavailable" ? score : score.deviation,
    windowCoverage: window === "unavailable" ? window : round(window.share),
    place: placeOf(member, finding.members),
    pairs: window === "unavailable" ? window : pairShare([member], task.terms),
    sufficiency,
  };
}

interface SignalSource {
  readonly finding: Finding;
  readonly task: TaskTerms;
  readonly sufficiency: number | "unavailable";
}

/** A candidate of a generator that reported nothing has a report of nothing: its terms weigh what they weigh elsewhere. */
function groupByGenerator(
  candidates: readonly Candidate[],
  { generators }: Pool,
): readonly { readonly report: GeneratorReport; readonly candidates: readonly Candidate[] }[] {
  const groups = new Map<string, { report: GeneratorReport; candidates: Candidate[] }>();
  for (const candidate of candidates) {
    const { generator, source } = candidate;
    const key = `${generator} ${source}`;
    const group = groups.get(key) ?? {
      report:
        generators.find((each) => each.generator === generator && each.source === source) ??
        unreported(candidate),
      candidates: [],
    };
    group.candidates.push(candidate);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function unreported({ generator, source }: Candidate): GeneratorReport {
  const counts = { candidates: 0, artifacts: 0, passages: 0 };
  return { generator, source, status: "ok", ...counts, ceiling: "unavailable", terms: [] };
}

function readFinding(
  report: GeneratorReport,
  candidates: readonly Candidate[],
  { task, reader }: { readonly task: TaskTerms; readonly reader: TextReader },
): Finding {
  const weights = task.weightsFor(report);
  const places = new Map(task.terms.map(({ term }, place) => [term, place]));
  const followers = new Map(
    task.terms.slice(1).map(({ term }, place) => [task.terms[place]?.term ?? "", { term, place }]),
  );
  const scored = candidates.filter(({ score }) => Number.isFinite(score));
  const standard = standardize(scored.map(({ score }) => Number(score)));
  const members = candidates.map((candidate): Member => {
    const text = textOf(candidate);
    const terms = text === "deferred" ? [] : reader.read(text).terms;
    return {
      candidate,
      score: standard[scored.indexOf(candidate)] ?? "unavailable",
      window:
        text === "deferred"
          ? "unavailable"
          : findBestWindow(
              terms.map((term) => places.get(term) ?? -1),
              weights,
              WINDOW_WORDS,
            ),
      pairs: pairsIn(terms, followers),
    };
  });
  return { report, weights, members };
}

function textOf(candidate: Candidate): string | "deferred" {
  const offer = readableOffer(candidate);
  return offer === "none" ? "deferred" : offer.text;
}

/** Unknown where its ceiling is: zero would call a generator poor that only said nothing of its scale. */
function sufficiencyOf(finding: Finding, { terms }: TaskTerms): number | "unavailable" {
  const share = ceilingShare(finding);
  if (share === "unavailable") return share;
  const scored = finding.members.filter(({ score }) => score !== "unavailable");
  const coverage = Math.max(
    0,
    ...scored.map(({ window }) => (window === "unavailable" ? 0 : window.share)),
  );
  return round(coverage + share + pairShare(scored, terms) / 2);
}

/** s1n: the best score as a share of the highest that the task could reach there. */
function ceilingShare({ report, weights, members }: Finding): number | "unavailable" {
  const scores = members.flatMap(({ candidate: { score } }) =>
    score === "unavailable" ? [] : score,
  );
  const ceiling =
    report.ceiling === "unavailable" && report.terms.length > 0
      ? CEILING_FACTOR * weights.reduce((sum, weight) => sum + weight, 0)
      : report.ceiling;
  const best = Math.max(Number.NEGATIVE_INFINITY, ...scores);
  if (ceiling === "unavailable" || !(ceiling > 0) || !Number.isFinite(best)) return "unavailable";
  return Math.min(1, Math.max(0, best / ceiling));
}

function placeOf(
  { candidate: { rank }, score }: Member,
  members: readonly Member[],
): number | "unavailable" {
  if (rank !== "unavailable" && rank >= 1) return rank;
  if (score === "unavailable") return score;
  return 1 + members.filter((other) => shareIn(other) > score.share).length;
}

/** bi: share of the task's neighboring terms that stand side by side in the text of one of the first five. */
function pairShare(members: readonly Member[], terms: readonly TaskTerm[]): number {
  if (terms.length < 2) return 0;
  const first = [...members].sort((left, right) => shareIn(right) - shareIn(left));
  const found = new Set(first.slice(0, PAIR_CANDIDATES).flatMap(({ pairs }) => [...pairs]));
  return found.size / (terms.length - 1);
}

/** Stop words stand between no two terms. */
function pairsIn(
  terms: readonly string[],
  followers: ReadonlyMap<string, { readonly term: string; readonly place: number }>,
): ReadonlySet<number> {
  const found = new Set<number>();
  let wanted: { readonly term: string; readonly place: number } | undefined;
  for (const term of terms) {
    if (term === STOP) continue;
    if (wanted?.term === term) found.add(wanted.place);
    wanted = followers.get(term);
  }
  return found;
}

function shareIn({ score }: Member): number {
  return score === "unavailable" ? Number.NEGATIVE_INFINITY : score.share;
}

function bestWindowOf(findings: readonly Finding[]): BestWindow | "none" {
  let best: BestWindow | "none" = "none";
  for (const { score, window } of findings.flatMap(({ members }) => members)) {
    if (score === "unavailable" || window === "unavailable") continue;
    if (best === "none" || window.share > best.share) best = window;
  }
  return best;
}

function highest(values: readonly (number | "unavailable")[]): number | "unavailable" {
  const numbers = values.filter((value): value is number => value !== "unavailable");
  return numbers.length === 0 ? "unavailable" : Math.max(...numbers);
}
