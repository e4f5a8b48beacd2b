/** A word on its way to its stem: its letters and where the regions R1 and R2 begin. */
interface StemState {
  word: string;
  readonly r1: number;
  readonly r2: number;
}

/** Suffix, replacement, and what must hold: region and a letter that must stand before it. */
type SuffixRule = readonly [suffix: string, replacement: string, before?: string];
/** Rules by the last letter of their suffix: most words are done with one look. */
type SuffixRules = ReadonlyMap<string, readonly SuffixRule[]>;

const VOWELS = "aeiouy";
const [LETTER_D, LETTER_G, LETTER_S, LETTER_Y] = [100, 103, 115, 121];
const R1_PREFIXES = ["gener", "commun", "arsen"];
const WHOLE_WORDS: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word): [string, string] => [
    word,
    word,
  ]),
]);
const DONE_AFTER_PLURAL: ReadonlySet<string> = new Set(
  "inning outing canning herring earring proceed exceed succeed".split(" "),
);

// Longest first: the longest suffix that matches decides, whether or not its condition holds.
const DERIVATIONS: SuffixRules = byLastLetter([
  ["ational", "ate"],
  ["ization", "ize"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["ogi", "og", "l"],
  ["li", "", "cdeghkmnrt"],
]);
const QUALITIES: SuffixRules = byLastLetter([
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ative", ""],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
]);
const ENDINGS: SuffixRules = byLastLetter([
  ["ement", ""],
  ["ance", ""],
  ["ence", ""],
  ["able", ""],
  ["ible", ""],
  ["ment", ""],
  ["ant", ""],
  ["ent", ""],
  ["ism", ""],
  ["ate", ""],
  ["iti", ""],
  ["ous", ""],
  ["ive", ""],
  ["ize", ""],
  ["ion", "", "st"],
  ["al", ""],
  ["er", ""],
  ["ic", ""],
]);

/**
 * Returns the Porter2 (Snowball English) stem of a lowercase word; words holding anything but a to z are returned as
 * they are. Source: snowballstem.org/algorithms/english/stemmer.html, without the apostrophe rules, since a word never
 * holds one here.
 */
export function stemEnglish(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const known = WHOLE_WORDS.get(word);
  if (known !== undefined) return known;
  const marked = markConsonantY(word);
  const r1 = findR1(marked);
  const state: StemState = { word: marked, r1, r2: regionAfter(marked, r1) };
  removePlural(state);
  if (!DONE_AFTER_PLURAL.has(state.word)) {
    removePast(state);
    turnFinalY(state);
    replaceSuffix(state, DERIVATIONS, state.r1);
    replaceQuality(state);
    replaceSuffix(state, ENDINGS, state.r2);
    removeFinal(state);
  }
  return state.word.toLowerCase();
}

/** `y` at the start or after a vowel is a consonant, written `Y` until the end. */
function markConsonantY(word: string): string {
  if (!word.includes("y")) return word;
  let marked = "";
  for (const letter of word) {
    const consonant = letter === "y" && (marked === "" || isVowel(marked, marked.length - 1));
    marked += consonant ? "Y" : letter;
  }
  return marked;
}

function isVowel(word: string, at: number): boolean {
  return at >= 0 && at < word.length && VOWELS.includes(word.charAt(at));
}

function findR1(word: string): number {
  const prefix = R1_PREFIXES.find((start) => word.startsWith(start));
  return prefix === undefined ? regionAfter(word, 0) : prefix.length;
}

/** The region after the first consonant that follows a vowel, from `start` on. */
function regionAfter(word: string, start: number): number {
  for (let at = start + 1; at < word.length; at++) {
    if (isVowel(word, at - 1) && !isVowel(word, at)) return at + 1;
  }
  return word.length;
}

function holdsVowel(word: string): boolean {
  return /[aeiouy]/.test(word);
}

/** True when the word ends in a short syllable: it was cut so that a final `e` may be missing. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  if (last < 1 || isVowel(word, last) || !isVowel(word, last - 1)) return false;
  return last === 1 || (!isVowel(word, last - 2) && !"wxY".includes(word.charAt(last)));
}

function cut(state: StemState, letters: number): void {
  state.word = state.word.slice(0, state.word.length - letters);
}

function removePlural(state: StemState): void {
  const { word } = state;
  const last = word.charCodeAt(word.length - 1);
  if (last !== LETTER_S && last !== LETTER_D) return;
  if (word.endsWith("sses")) cut(state, 2);
  else if (/ie[sd]$/.test(word)) cut(state, word.length > 4 ? 2 : 1);
  else if (/[^us]s$/.test(word) && holdsVowel(word.slice(0, -2))) cut(state, 1);
}

function removePast(state: StemState): void {
  const { word } = state;
  const last = word.charCodeAt(word.length - 1);
  if (last !== LETTER_D && last !== LETTER_G && last !== LETTER_Y) return;
  const suffix = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word)?.[0];
  if (suffix === undefined) return;
  if (suffix.startsWith("ee")) {
    if (word.length - suffix.length >= state.r1) cut(state, suffix.length - 2);
    return;
  }
  if (!holdsVowel(word.slice(0, -suffix.length))) return;
  cut(state, suffix.length);
  if (/(?:at|bl|iz)$/.test(state.word)) state.word += "e";
  else if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(state.word)) cut(state, 1);
  else if (state.r1 >= state.word.length && endsShort(state.word)) state.word += "e";
}

function turnFinalY(state: StemState): void {
  const last = state.word.length - 1;
  if (last > 1 && "yY".includes(state.word.charAt(last)) && !isVowel(state.word, last - 1)) {
    state.word = `${state.word.slice(0, last)}i`;
  }
}

function byLastLetter(rules: readonly SuffixRule[]): SuffixRules {
  const groups = new Map<string, SuffixRule[]>();
  for (const rule of rules) {
    const last = rule[0].slice(-1);
    groups.set(last, [...(groups.get(last) ?? []), rule]);
  }
  return groups;
}

function replaceSuffix(state: StemState, rules: SuffixRules, region: number): void {
  const group = rules.get(state.word.slice(-1));
  const rule = group?.find(([suffix]) => state.word.endsWith(suffix));
  if (rule === undefined) return;
  const [suffix, replacement, before] = rule;
  const start = state.word.length - suffix.length;
  if (start < region) return;
  if (before !== undefined && !(start > 0 && before.includes(state.word.charAt(start - 1)))) return;
  state.word = state.word.slice(0, start) + replacement;
}

function replaceQuality(state: StemState): void {
  const region = state.word.endsWith("ative") ? Math.max(state.r1, state.r2) : state.r1;
  replaceSuffix(state, QUALITIES, region);
}

function removeFinal(state: StemState): void {
  const { word } = state;
  const last = word.length - 1;
  if (word.endsWith("e")) {
    if (last >= state.r2 || (last >= state.r1 && !endsShort(word.slice(0, -1)))) cut(state, 1);
  } else if (word.endsWith("ll") && last >= state.r2) cut(state, 1);
}
