/** A bracket expression: which of the 256 byte values it accepts, and where it ended. */
export interface Bracket {
  readonly accepts: Uint8Array;
  /** Position after the closing `]`. */
  readonly end: number;
}

interface Cursor {
  readonly pattern: string;
  readonly accepts: Uint8Array;
  at: number;
  /** Byte a `-` could start a range from, or -1. */
  rangeStart: number;
}

const SLASH = 0x2f;

const between = (low: number, high: number) => (code: number) => code >= low && code <= high;
const isDigit = between(0x30, 0x39);
const isUpper = between(0x41, 0x5a);
const isLower = between(0x61, 0x7a);
const isLetter = (code: number): boolean => isUpper(code) || isLower(code);
const isGraphic = between(0x21, 0x7e);

// Git classifies ASCII only, whatever the locale.
const NAMED_SETS: Readonly<Record<string, (code: number) => boolean>> = {
  alnum: (code) => isLetter(code) || isDigit(code),
  alpha: isLetter,
  blank: (code) => code === 0x20 || code === 0x09,
  cntrl: (code) => code < 0x20 || code === 0x7f,
  digit: isDigit,
  graph: isGraphic,
  lower: isLower,
  print: between(0x20, 0x7e),
  punct: (code) => isGraphic(code) && !isLetter(code) && !isDigit(code),
  space: (code) => code === 0x20 || (code >= 0x09 && code <= 0x0d),
  upper: isUpper,
  xdigit: (code) => isDigit(code) || between(0x41, 0x46)(code) || between(0x61, 0x66)(code),
};

/**
 * Reads the bracket expression that opens at `start`, as git's wildmatch does: a leading `]` is a member, `\` escapes,
 * `[:name:]` names a set, `/` is never accepted. Returns `"never"` where git gives the whole pattern up.
 */
export function parseBracket(pattern: string, start: number): Bracket | "never" {
  const cursor: Cursor = { pattern, accepts: new Uint8Array(256), at: start + 1, rangeStart: -1 };
  const negated = pattern[cursor.at] === "!" || pattern[cursor.at] === "^";
  if (negated) cursor.at++;
  // The first member is taken before the closing bracket is looked for: `[]]` holds a bracket.
  do {
    if (!takeMember(cursor)) return "never";
  } while (pattern[cursor.at] !== "]");
  if (negated) for (let code = 0; code < 256; code++) cursor.accepts[code] = 1 - at(cursor, code);
  cursor.accepts[SLASH] = 0;
  return { accepts: cursor.accepts, end: cursor.at + 1 };
}

function at(cursor: Cursor, code: number): number {
  return cursor.accepts[code] ?? 0;
}

/** Takes one member and moves past it; false when the expression never ends. */
function takeMember(cursor: Cursor): boolean {
  const { pattern } = cursor;
  const char = pattern[cursor.at];
  if (char === undefined) return false;
  const next = pattern[cursor.at + 1];
  if (char === "[" && next === ":") return takeNamedSet(cursor);
  if (char === "-" && cursor.rangeStart > 0 && next !== undefined && next !== "]") {
    return takeRange(cursor);
  }
  if (char === "\\") cursor.at++;
  const code = pattern.charCodeAt(cursor.at);
  if (Number.isNaN(code)) return false;
  cursor.accepts[code] = 1;
  cursor.rangeStart = code;
  cursor.at++;
  return true;
}

function takeRange(cursor: Cursor): boolean {
  cursor.at++;
  if (cursor.pattern[cursor.at] === "\\") cursor.at++;
  const high = cursor.pattern.charCodeAt(cursor.at);
  if (Number.isNaN(high)) return false;
  for (let code = cursor.rangeStart; code <= high; code++) cursor.accepts[code] = 1;
  cursor.rangeStart = -1;
  cursor.at++;
  return true;
}

function takeNamedSet(cursor: Cursor): boolean {
  const { pattern } = cursor;
  const nameStart = cursor.at + 2;
  const close = pattern.indexOf("]", nameStart);
  if (close < 0) return false;
  if (close === nameStart || pattern[close - 1] !== ":") {
    // No `:]`: the bracket is an ordinary member and reading goes on right after it.
    cursor.accepts[0x5b] = 1;
    cursor.rangeStart = 0x5b;
    cursor.at++;
    return true;
  }
  const belongs = NAMED_SETS[pattern.slice(nameStart, close - 1)];
  if (belongs === undefined) return false;
  for (let code = 0; code < 256; code++) if (belongs(code)) cursor.accepts[code] = 1;
  cursor.rangeStart = -1;
  cursor.at = close + 1;
  return true;
}
