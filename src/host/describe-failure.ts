/** An answer names the failure in a gap, its freshness and its authority, all under one cap: a failure takes this at most in JSON. */
export const MAX_FAILURE_BYTES = 600;
/** What went wrong comes first and in full where it can; the command's own words get what is left. */
const MAX_PROBLEM_BYTES = 300;

/**
 * Says in one line why a renderer failed: the problem, then the end of the command's error output. At most 600 bytes as a JSON
 * string. Control and invisible characters, which the command chose, are shown and not passed on.
 */
export function describeFailure(problem: string, stderrTail = ""): string {
  const shown = keepStart(showControls(problem), MAX_PROBLEM_BYTES);
  const words = showControls(stderrTail.trim());
  if (words === "") return shown;
  const lead = `${shown}; its last words: `;
  return lead + keepEnd(words, MAX_FAILURE_BYTES - jsonBytes(lead));
}

/** C0 controls and DEL have pictures in Unicode (U+2400 on); whatever else hides or steers is written as its number. */
function showControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

const ELLIPSIS = "…";

function keepStart(text: string, maxBytes: number): string {
  return jsonBytes(text) <= maxBytes ? text : `${take([...text], maxBytes).join("")}${ELLIPSIS}`;
}

function keepEnd(text: string, maxBytes: number): string {
  if (jsonBytes(text) <= maxBytes) return text;
  return `${ELLIPSIS}${take([...text].reverse(), maxBytes)
    .reverse()
    .join("")}`;
}

/** The first code points that, with an ellipsis, take `maxBytes` at most. */
function take(characters: readonly string[], maxBytes: number): string[] {
  let left = maxBytes - jsonBytes(ELLIPSIS);
  const taken: string[] = [];
  for (const character of characters) {
    left -= jsonBytes(character);
    if (left < 0) break;
    taken.push(character);
  }
  return taken;
}
