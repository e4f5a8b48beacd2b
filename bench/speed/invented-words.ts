const CONSONANTS = "bdfgklmnprstvz";
const VOWELS = "aeiou";
const SYLLABLES = [...CONSONANTS].flatMap((consonant) =>
  [...VOWELS].map((vowel) => consonant + vowel),
);

/**
 * Returns the pronounceable word of a rank: distinct ranks are distinct words, frequent words are short. No invented
 * word is on an English stop list, so that a question of them keeps all its words in every engine.
 */
export function inventWord(rank: number): string {
  let rest = rank;
  let word = "";
  do {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return `${word}x`;
}
