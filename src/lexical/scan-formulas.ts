import { FIELDS, fieldGain, fieldNorm, inverseFrequency, MAX_GAIN } from "./fields.ts";
import type { ScanKeys, ScannedPassage } from "./scan-passages.ts";

/** What a formula knows of the whole index. */
export interface ScanTotals {
  readonly passageCount: number;
  /** Words with a position in all live passages. */
  readonly tokenCount: number;
  /** By key: live passages that hold it. */
  readonly holding: readonly number[];
}

/** A ranking that is computed by scanning. */
export interface ScanFormula {
  readonly kind: ScanKeys["kind"];
  /** One key's part of a passage's score. */
  part(totals: ScanTotals, scanned: ScannedPassage, key: number): number;
  /** The most one key can add to any passage: its idf, which is the largest where nothing holds it, times full gain. */
  ceiling(totals: ScanTotals, key: number): number;
}

/** Plain lowercase words, headings weighing more, no stems, every word kept (LEX-04). */
export const EXACT_FORMULA: ScanFormula = {
  kind: "forms",
  part({ passageCount, holding }, { counts, lengths }, key) {
    const keyCount = counts.length / FIELDS.length;
    let gain = 0;
    for (let field = 0; field < FIELDS.length; field++) {
      const frequency = counts[field * keyCount + key] as number;
      if (frequency === 0) continue;
      gain += fieldGain(field, frequency, fieldNorm(field, lengths[field] as number));
    }
    return gain * inverseFrequency(passageCount, holding[key] ?? 0);
  },
  ceiling: ({ passageCount, holding }, key) =>
    MAX_GAIN * inverseFrequency(passageCount, holding[key] ?? 0),
};

const FTS5_K1 = 1.2;
const FTS5_B = 0.75;
const FTS5_IDF_FLOOR = 1e-6;
/** Columns title, heading (with those above it) and body, weighing 2, 2 and 1. */
const FTS5_WEIGHTS: readonly number[] = [2, 2, 2, 1];

/** SQLite FTS5's `bm25(t, 2, 2, 1)` with the sign turned, over stems. Source: fts5_aux.c in SQLite. */
export const REFERENCE_FORMULA: ScanFormula = {
  kind: "terms",
  part({ passageCount, tokenCount, holding }, { counts, lengths }, key) {
    const keyCount = counts.length / FIELDS.length;
    let frequency = 0;
    let length = 0;
    for (let field = 0; field < FIELDS.length; field++) {
      frequency += (FTS5_WEIGHTS[field] as number) * (counts[field * keyCount + key] as number);
      length += lengths[field] as number;
    }
    const idf = fts5Idf(passageCount, holding[key] ?? 0);
    const norm = FTS5_K1 * (1 - FTS5_B + (FTS5_B * length) / (tokenCount / passageCount));
    return (idf * (frequency * (FTS5_K1 + 1))) / (frequency + norm);
  },
  ceiling: ({ passageCount, holding }, key) =>
    fts5Idf(passageCount, holding[key] ?? 0) * (FTS5_K1 + 1),
};

function fts5Idf(passageCount: number, held: number): number {
  const rarity = Math.log((passageCount - held + 0.5) / (held + 0.5));
  return rarity <= 0 ? FTS5_IDF_FLOOR : rarity;
}
