import { parseBracket } from "./bracket.ts";

type Token =
  | { readonly kind: "byte"; readonly code: number }
  | { readonly kind: "any" }
  | { readonly kind: "set"; readonly accepts: Uint8Array }
  /** `*`: anything but a slash. */
  | { readonly kind: "star" }
  /** A whole part `**` followed by a slash: no folder or any number of them. */
  | { readonly kind: "folders" }
  /** A whole last part `**`. */
  | { readonly kind: "rest" };

/** A compiled pattern. */
export type Glob = readonly Token[];

const SLASH = 0x2f;

/**
 * Compiles one pattern of git's wildmatch. Patterns and paths are byte strings (one UTF-16 unit a byte), because git's `?`
 * and sets match single bytes. Returns `"never"` for a pattern that git gives up on.
 */
export function parseGlob(pattern: string): Glob | "never" {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const read = readToken(pattern, at);
    if (read === "never") return "never";
    tokens.push(read.token);
    at = read.end;
  }
  return tokens;
}

interface ReadToken {
  readonly token: Token;
  readonly end: number;
}

function readToken(pattern: string, start: number): ReadToken | "never" {
  switch (pattern[start]) {
    case "[": {
      const bracket = parseBracket(pattern, start);
      if (bracket === "never") return "never";
      return { token: { kind: "set", accepts: bracket.accepts }, end: bracket.end };
    }
    case "*":
      return readStars(pattern, start);
    case "?":
      return { token: { kind: "any" }, end: start + 1 };
    case "\\":
      return start + 1 < pattern.length ? readByte(pattern, start + 1) : "never";
    default:
      return readByte(pattern, start);
  }
}

function readByte(pattern: string, at: number): ReadToken {
  return { token: { kind: "byte", code: pattern.charCodeAt(at) }, end: at + 1 };
}

function readStars(pattern: string, start: number): ReadToken {
  let end = start + 1;
  while (pattern[end] === "*") end++;
  const wholePartStarts = start === 0 || pattern[start - 1] === "/";
  if (end - start > 1 && wholePartStarts) {
    if (end === pattern.length) return { token: { kind: "rest" }, end };
    if (pattern[end] === "/") return { token: { kind: "folders" }, end: end + 1 };
  }
  return { token: { kind: "star" }, end };
}

/** Where to go on when the text no longer fits: a wildcard and how much of the text it has taken. */
interface Retry {
  token: number;
  text: number;
}

/**
 * Returns whether `text` fits the whole pattern, in time bounded by pattern times text: only the last `*` of a part and the
 * last `**` are ever tried again, which is enough because an earlier one gains nothing by taking more.
 */
export function matchesGlob(glob: Glob, text: string): boolean {
  const star: Retry = { token: -1, text: 0 };
  const folders: Retry = { token: -1, text: 0 };
  let token = 0;
  let at = 0;
  for (;;) {
    const current = glob[token];
    if (current?.kind === "rest" || (current === undefined && at === text.length)) return true;
    if (current?.kind === "star") {
      star.token = token++;
      star.text = at;
      continue;
    }
    if (current?.kind === "folders") {
      folders.token = token++;
      folders.text = at;
      star.token = -1;
      continue;
    }
    if (fits(current, text, at)) {
      token++;
      at++;
      continue;
    }
    const retry = widen(text, star, folders);
    if (retry === "exhausted") return false;
    token = retry.token + 1;
    at = retry.text;
  }
}

function widen(text: string, star: Retry, folders: Retry): Retry | "exhausted" {
  if (star.token >= 0 && star.text < text.length && text.charCodeAt(star.text) !== SLASH) {
    star.text++;
    return star;
  }
  const slash = folders.token < 0 ? -1 : text.indexOf("/", folders.text);
  if (slash < 0) return "exhausted";
  folders.text = slash + 1;
  star.token = -1;
  return folders;
}

function fits(token: Token | undefined, text: string, at: number): boolean {
  if (token === undefined || at >= text.length) return false;
  const code = text.charCodeAt(at);
  if (token.kind === "byte") return token.code === code;
  if (token.kind === "set") return token.accepts[code] === 1;
  return code !== SLASH;
}
