import { MAX_FORM_UNITS } from "./form-table.ts";
import { isCamelBoundary, MAX_SPLIT_UNITS, MAX_WHOLE_UNITS } from "./identifier-rules.ts";
import { isSeparator } from "./separators.ts";

/**
 * A `part` takes a position. A `whole` identifier lies over its parts and a `character` of a CJK run over its pairs;
 * neither takes a position of its own.
 */
type WordKind = "part" | "whole" | "character";

/** One word of a text: its lowercase form, what it is, and where it stands. */
export interface Word {
  readonly form: string;
  readonly kind: WordKind;
  /** UTF-16 range in the text that was split. */
  readonly start: number;
  readonly end: number;
}

/** Text after normalization, with the origin of each unit. */
interface Folded {
  readonly text: string;
  readonly isAscii: boolean;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

// Accents and vowel points that writers leave out; the marks of Indic scripts and of kana are letters to a reader.
const DROPPED_RANGES =
  "\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f" +
  "\\u0670\\u06d6-\\u06dc\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f\\u00ad\\u200b-\\u200d\\u2060\\ufeff";
const DROPPED = new RegExp(`[${DROPPED_RANGES}]`, "gu");
// A base with its marks (the half-width voicing marks of kana too), or the letters of one Hangul syllable: what
// normalization may compose.
const CLUSTER = /[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.[\p{M}\uff9e\uff9f]*/gsu;
const IDENTIFIER =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[_.:\-/@]{1,3}[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
// The Unicode patterns take milliseconds to compile, which a first question in English need not wait for.
const ASCII_IDENTIFIER = /[A-Za-z0-9]+(?:[_.:\-/@]{1,3}[A-Za-z0-9]+)*/g;
const CJK_OR_NOT =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]+/gu;
const CJK = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]/u;

/**
 * Splits any text into words, by strings and Unicode tables: compatibility decomposition, accents dropped, identifiers
 * split and kept whole, CJK runs as overlapping pairs with each character over them. Slow; the indexing path comes here
 * only for text outside ASCII and yields the same words.
 */
export function splitWords(text: string): readonly Word[] {
  const folded = fold(text);
  const words: Word[] = [];
  const pattern = folded.isAscii ? ASCII_IDENTIFIER : IDENTIFIER;
  for (const match of folded.text.matchAll(pattern)) {
    addIdentifier(words, match[0], { offset: match.index, isAscii: folded.isAscii });
  }
  return words.map((word) => ({
    ...word,
    start: folded.starts[word.start] ?? text.length,
    end: folded.ends[word.end - 1] ?? text.length,
  }));
}

function fold(text: string): Folded {
  if (/^[^\u0080-\uffff]*$/.test(text)) {
    const starts = Array.from(text, (_, unit) => unit);
    return { text, isAscii: true, starts, ends: starts.map((unit) => unit + 1) };
  }
  const starts: number[] = [];
  const ends: number[] = [];
  let out = "";
  for (const match of text.matchAll(CLUSTER)) {
    const cluster = match[0];
    const folded = foldCluster(cluster);
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(match.index);
      ends.push(match.index + cluster.length);
    }
    out += folded;
  }
  return { text: out, isAscii: false, starts, ends };
}

function foldCluster(cluster: string): string {
  const code = cluster.charCodeAt(0);
  if (code < 128 && cluster.length === 1) return cluster;
  if (isSeparator(code)) return " ";
  if (cluster.length === 1 && isPlainCjk(code)) return cluster;
  return cluster.normalize("NFKD").replaceAll(DROPPED, "").normalize("NFC");
}

/** Ideographs, kana and Hangul syllables that normalization leaves as they are. */
function isPlainCjk(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

function lower(form: string): string {
  // Final sigma is the same letter to a reader, and toLowerCase decides by context.
  const lowered = form.toLowerCase().replaceAll("ς", "σ");
  if (lowered.length <= MAX_FORM_UNITS) return lowered;
  const last = lowered.charCodeAt(MAX_FORM_UNITS - 1);
  const splitsPair = last >= 0xd800 && last < 0xdc00;
  return lowered.slice(0, splitsPair ? MAX_FORM_UNITS - 1 : MAX_FORM_UNITS);
}

function addIdentifier(
  words: Word[],
  identifier: string,
  { offset, isAscii }: { readonly offset: number; readonly isAscii: boolean },
): void {
  const before = words.length;
  let holdsCjk = false;
  for (const segment of identifier.matchAll(/[^_.:\-/@]+/gu)) {
    if (isAscii) {
      addCamelParts(words, segment[0], offset + segment.index);
      continue;
    }
    for (const run of segment[0].matchAll(CJK_OR_NOT)) {
      const at = offset + segment.index + run.index;
      if (CJK.test(run[0])) {
        holdsCjk = true;
        addPairs(words, run[0], at);
      } else addCamelParts(words, run[0], at);
    }
  }
  const isWhole = words.length - before > 1 && !holdsCjk && identifier.length <= MAX_WHOLE_UNITS;
  if (isWhole) {
    const end = offset + identifier.length;
    words.push({ form: lower(identifier), kind: "whole", start: offset, end });
  }
}

function addCamelParts(words: Word[], segment: string, offset: number): void {
  let start = 0;
  const splits = segment.length <= MAX_SPLIT_UNITS;
  for (let at = 1; at <= segment.length; at++) {
    if (at < segment.length && !(splits && isCamelBoundary(segment, at, 0, segment.length)))
      continue;
    const form = lower(segment.slice(start, at));
    words.push({ form, kind: "part", start: offset + start, end: offset + at });
    start = at;
  }
}

function addPairs(words: Word[], run: string, offset: number): void {
  const characters = Array.from(run);
  let start = offset;
  characters.forEach((character, index) => {
    const next = characters[index + 1];
    const end = start + character.length;
    if (next !== undefined) {
      words.push({ form: character + next, kind: "part", start, end: end + next.length });
    }
    // The single character lies over the pair, so that a one-character question finds it inside a sentence.
    const kind = characters.length > 1 ? "character" : "part";
    words.push({ form: character, kind, start, end });
    start = end;
  });
}
