import { findSecrets } from "../../analysis/secrets/find-secrets.ts";
import { formatMarker, type SecretSpan } from "../../analysis/secrets/secret-span.ts";

/** What is left over after one pass may look like a secret only now; more passes than this were never needed. */
const MAX_PASSES = 8;

/**
 * Takes secrets out of the words of a command, also one that only the word before it gives away, such as the one behind `--password`.
 * Words stay as many as they were.
 */
export function redactCommand(command: readonly string[]): readonly string[] {
  let words = command;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const spans = findSecrets(words.join(" "));
    if (spans.length === 0) break;
    words = replaceIn(words, spans);
  }
  return words;
}

/** The spans count from the first word on, one space between two. */
function replaceIn(words: readonly string[], spans: readonly SecretSpan[]): readonly string[] {
  let offset = 0;
  return words.map((word) => {
    const start = offset;
    offset += word.length + 1;
    const own = spans.filter((span) => span.start < start + word.length && span.end > start);
    let from = 0;
    let clean = "";
    for (const { kind, start: first, end } of own) {
      clean += word.slice(from, Math.max(0, first - start)) + formatMarker(kind);
      from = Math.min(word.length, end - start);
    }
    return clean + word.slice(from);
  });
}

/** Stands where words were left out. */
const CUT = "…";

/** Returns the first words of a command that take no more than `maxChars`, the last of them cut, where there are more. */
export function shortenCommand(command: readonly string[], maxChars: number): readonly string[] {
  const shown: string[] = [];
  let left = maxChars;
  for (const word of command) {
    const points = [...word];
    if (points.length > left) {
      shown.push(points.slice(0, Math.max(0, left)).join("") + CUT);
      break;
    }
    shown.push(word);
    left -= points.length;
  }
  return shown;
}
