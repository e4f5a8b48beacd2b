import { termOf } from "../analysis/term-of.ts";
import type { Explanation } from "../model/explanation.ts";
import {
  type IndexAnswer,
  type IndexCandidate,
  type IndexQuery,
  MAX_CANDIDATES,
} from "../ports/passage-index.ts";
import { type CountedSegment, countOutcome } from "./count-passages.ts";
import { countTerms } from "./count-terms.ts";
import { compareDocuments, type DocumentRecord } from "./document-record.ts";
import { FIELDS, inverseFrequency } from "./fields.ts";
import type { FormMatch } from "./find-passages.ts";
import { identifiersAnywhere, identifiersOf, passagesHolding } from "./identifiers-held.ts";
import { locatePassages } from "./locate-passages.ts";
import { letsThrough, maskDead, maskPassages } from "./passage-mask.ts";
import { addPassages, createPassageSet } from "./passage-set.ts";
import type { QueryTerms, QuestionWord } from "./query-terms.ts";
import type { ScanFormula, ScanTotals } from "./scan-formulas.ts";
import { type ScannedPassage, scanPassages } from "./scan-passages.ts";
import { countHolding, countLivePassages, type SearchedSegment } from "./searched-segment.ts";
import { matchWords } from "./word-match.ts";

interface ScoredPassage {
  readonly searched: SearchedSegment;
  readonly passage: number;
  readonly score: number;
  /** By key: its part of the score. */
  readonly parts: readonly number[];
}

/** A scored passage with its document. */
interface ScoredDocument extends ScoredPassage {
  readonly record: DocumentRecord;
  readonly position: number;
}

/** Answers by scanning every passage that can match, with a formula of its own; no stage two. */
export async function rankByScan(
  query: IndexQuery,
  terms: QueryTerms,
  { segments, formula }: { segments: readonly SearchedSegment[]; formula: ScanFormula },
): Promise<IndexAnswer> {
  const toKey = formula.kind === "forms" ? (form: string): string => form : termOf;
  const keys = [...new Set(terms.sequence.map(toKey))];
  const totals = await countTotals(segments, formula, keys);
  const scored: ScoredPassage[] = [];
  const counted: CountedSegment[] = [];
  for (const searched of segments) {
    const masks = await maskPassages(searched, terms, query.filter);
    const matching = createPassageSet(searched.segment.meta.passageCount, "none");
    await scanPassages(searched, { kind: formula.kind, keys }, (scanned) => {
      if (keys.some((_, key) => holds(scanned, key))) addPassages(matching, [scanned.passage]);
      if (!letsThrough(masks.answering, scanned.passage)) return;
      const parts = keys.map((_, key) =>
        holds(scanned, key) ? formula.part(totals, scanned, key) : 0,
      );
      const score = parts.reduce((sum, part) => sum + part, 0);
      if (score > 0) scored.push({ searched, passage: scanned.passage, score, parts });
    });
    const livePassages = searched.segment.meta.passageCount - searched.liveness.deadPassages;
    counted.push({ masks, matching, livePassages });
  }
  const returned = (await chooseBest(scored)).slice(0, Math.max(0, query.limit));
  const match: FormMatch = formula.kind === "forms" ? "same form" : "any form";
  const words = terms.words.map(inKeys(toKey));
  const describe = { keys, totals, words, match, explain: query.explain };
  const holding = (key: string): number => totals.holding[keys.indexOf(key)] ?? 0;
  const isHeld = (key: string): boolean => holding(key) > 0;
  const anywhere = await identifiersAnywhere(segments, identifiersOf(words), match);
  const everywhere = { holds: isHeld, standsTogether: (word: QuestionWord) => anywhere.has(word) };
  const candidates: IndexCandidate[] = [];
  for (const best of returned) candidates.push(await toCandidate(best, describe));
  const ceiling = keys.reduce((sum, _, key) => sum + formula.ceiling(totals, key), 0);
  return {
    words: terms.words.map(({ written }) => written),
    unmatchedWords: matchWords(words, everywhere).unmatched,
    candidates,
    ...countOutcome(terms, counted),
    passageCount: totals.passageCount,
    ceiling,
    stageOneCeiling: ceiling,
    terms: countTerms(words, holding),
  };
}

/** Words in the formula's keys. Written words are what the asker saw, so only their parts change. */
function inKeys(toKey: (form: string) => string): (word: QuestionWord) => QuestionWord {
  return (word) => ({ ...word, parts: word.forms.map(toKey), whole: "none" });
}

function holds({ counts }: ScannedPassage, key: number): boolean {
  const keyCount = counts.length / FIELDS.length;
  return FIELDS.some((_, field) => (counts[field * keyCount + key] as number) > 0);
}

async function countTotals(
  segments: readonly SearchedSegment[],
  { kind }: ScanFormula,
  keys: readonly string[],
): Promise<ScanTotals> {
  const holding = keys.map((key) => (kind === "terms" ? countHolding(segments, key) : 0));
  let tokenCount = 0;
  for (const searched of segments) {
    tokenCount += searched.segment.meta.tokenCount - searched.liveness.deadTokens;
    if (kind === "terms") continue;
    const mask = maskDead(searched);
    await scanPassages(searched, { kind, keys }, (scanned) => {
      if (!letsThrough(mask, scanned.passage)) return;
      keys.forEach((_, key) => {
        if (holds(scanned, key)) holding[key] = (holding[key] ?? 0) + 1;
      });
    });
  }
  return { passageCount: countLivePassages(segments), tokenCount, holding };
}

/** Ties by artifact, then position: so whole ties are located before any is cut off. */
async function chooseBest(scored: ScoredPassage[]): Promise<readonly ScoredDocument[]> {
  scored.sort((left, right) => right.score - left.score);
  const least = scored[MAX_CANDIDATES - 1]?.score ?? 0;
  const kept = scored.filter(({ score }) => score >= least);
  const located: ScoredDocument[] = [];
  for (const best of kept) {
    const [found] = await locatePassages(best.searched.segment, [best.passage]);
    if (found === undefined) continue;
    located.push({ ...best, record: found.record, position: found.position });
  }
  located.sort(
    (left, right) =>
      right.score - left.score ||
      compareDocuments(left.record, right.record) ||
      left.position - right.position,
  );
  return located.slice(0, MAX_CANDIDATES);
}

async function toCandidate(
  { searched, passage, record, position, score, parts }: ScoredDocument,
  from: {
    readonly keys: readonly string[];
    readonly totals: ScanTotals;
    readonly words: readonly QuestionWord[];
    readonly match: FormMatch;
    readonly explain: boolean;
  },
): Promise<IndexCandidate> {
  const { keys, totals } = from;
  const isHeld = (key: string): boolean => (parts[keys.indexOf(key)] ?? 0) > 0;
  const together = await passagesHolding(searched, identifiersOf(from.words), {
    passages: [passage],
    match: from.match,
  });
  const standsTogether = (word: QuestionWord): boolean => together.get(word)?.has(passage) === true;
  const idfs = keys.map((_, key) =>
    inverseFrequency(totals.passageCount, totals.holding[key] ?? 0),
  );
  const whole = idfs.reduce((sum, idf) => sum + idf, 0);
  const held = idfs.reduce((sum, idf, key) => ((parts[key] ?? 0) > 0 ? sum + idf : sum), 0);
  const details = keys.flatMap((key, index): Explanation[] => {
    const value = parts[index] ?? 0;
    const description = `"${key}", in ${totals.holding[index] ?? 0} passages`;
    return value > 0 ? [{ value, description, details: [] }] : [];
  });
  const explanation = { value: score, description: "sum over words", details };
  return {
    artifact: record.artifact,
    version: record.version,
    position,
    score,
    stageOneScore: score,
    ...matchWords(from.words, { holds: isHeld, standsTogether }),
    coverage: whole > 0 ? held / whole : 0,
    ...(from.explain ? { explanation } : {}),
  };
}
