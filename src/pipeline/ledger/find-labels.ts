/** A mention of exhibits by their labels: `E2`, `[E2]`, `(E2, E4)`, `E2–E4`. Offsets are UTF-16, end exclusive. */
export interface LabelMention {
  /** Every label that is meant, those inside a range included. */
  readonly labels: readonly string[];
  /** Those that are written out: the ends of a range, and what stands alone. */
  readonly written: readonly string[];
  /** As written, brackets included. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether a bracket is right beside it: then it can hardly be a cell, a unit or a code of the subject. */
  readonly isBracketed: boolean;
}

const LABEL = "[ED][1-9]\\d{0,2}";
/** No part of a longer word, path, number or option; ideographs may stand right beside it. */
const BEFORE = "(?<![\\p{Script=Latin}\\p{N}_./\\\\@#$%&=+~-])";
const AFTER = "(?![\\p{Script=Latin}\\p{N}_@]|[-./\\\\:=][\\p{Script=Latin}_]|[-./\\\\]\\p{N})";
const DASH = "\\s*(?:-|–|—|‐|‑|−|~|～|〜|\\.{2,3}|…|\\bto\\b|至|到)\\s*";
const COMMA = "\\s*(?:[,;，；、/+&·]|\\band\\b|\\bor\\b|和|与|及)\\s*";
/** `E2–4`: without its letter the last one stands right behind the dash. */
const LAST_NUMBER = "[-–—‐‑](?<last>\\d{1,2})(?!\\.?[\\p{L}\\p{N}%])";
const range = (ending: string): string => `(?:${DASH}${LABEL}|${ending})?`;
const RANGE = `${LABEL}${range(LAST_NUMBER.replace("?<last>", ""))}`;
const MENTION = new RegExp(`${BEFORE}${RANGE}(?:${COMMA}${RANGE})*${AFTER}`, "gu");

const OPENS = /[[({（［【〔「^]\s*$/u;
const CLOSES = /^\s*[\])}）］】〕」]/u;

/** A range wider than this names its ends alone. */
const MAX_RANGE = 100;

/** Returns the mentions of labels in a text, in order. */
export function findLabels(text: string): readonly LabelMention[] {
  return Array.from(text.matchAll(MENTION), (match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const opening = OPENS.exec(text.slice(Math.max(0, start - 4), start));
    const closing = CLOSES.exec(text.slice(end, end + 4));
    const from = start - (opening?.[0].length ?? 0);
    const to = end + (closing?.[0].length ?? 0);
    const isBracketed = to - from > end - start;
    return {
      ...labelsIn(match[0]),
      text: text.slice(from, to),
      start: from,
      end: to,
      isBracketed,
    };
  });
}

const ONE_RANGE = new RegExp(`(?<first>${LABEL})(?:${DASH}(?<end>${LABEL})|${LAST_NUMBER})?`, "gu");

function labelsIn(mention: string): Pick<LabelMention, "labels" | "written"> {
  const written = new Set<string>();
  const labels = new Set<string>();
  for (const { groups = {} } of mention.matchAll(ONE_RANGE)) {
    const { first = "", last } = groups;
    const letter = first.slice(0, 1);
    const end = groups["end"] ?? (last === undefined ? first : `${letter}${Number(last)}`);
    written.add(first).add(end);
    labels.add(first);
    const [from, to] = [Number(first.slice(1)), Number(end.slice(1))];
    const isRange = end.startsWith(letter) && to - from <= MAX_RANGE;
    for (let at = from + 1; at < to && isRange; at += 1) labels.add(`${letter}${at}`);
    labels.add(end);
  }
  return { labels: [...labels], written: [...written] };
}
