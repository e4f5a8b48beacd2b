import { isSecretValue } from "./is-secret-value.ts";
import { judgeName } from "./secret-names.ts";
import { dropMarkers, type SecretSpan } from "./secret-span.ts";

/** Parts of the names that promise a secret, cut so that the search for them begins with a rare letter. */
const ANCHORS: readonly string[] = [
  ...["pass", "Pass", "PASS", "pwd", "Pwd", "PWD"],
  ...["cret", "CRET", "ken", "KEN", "key", "Key", "KEY", "uth", "UTH"],
];

const NAME_UNIT = /[\w.-]/;
const MAX_NAME = 64;
/** What stands between a name and its value, on one line; quotes may be escaped as in JSON inside JSON. */
const OPERATOR = /\\{0,7}["'`]?\]?[ \t]{0,8}(?::=|=>|={1,3}|:)[ \t]{0,8}/y;
const FLAG_GAP = /[ \t]{1,4}/y;
const QUOTE = /(?:\\{0,7})["'`]/y;
const BARE = /(?:\[redacted:[a-z0-9-]+\]|[^\s"'`,;<>)}\]\\]){1,512}/y;
const MAX_VALUE = 1024;
const SCHEME = /(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|AWS4-HMAC-SHA256)[ \t]{1,4}/iy;
const CREDENTIAL = /[\w.~+/=:-]{6,4096}/y;

/** Finds the values of names that promise a secret, in env, ini, JSON, YAML, shell and code forms, quoted or not. */
export function findAssigned(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const anchor of ANCHORS) {
    let at = text.indexOf(anchor);
    while (at >= 0) {
      const span = matchAt(text, at, anchor.length);
      if (span !== undefined) found.push(span);
      at = text.indexOf(anchor, Math.max(at + anchor.length, span?.end ?? 0));
    }
  }
  return [...found, ...findBearers(text)];
}

function matchAt(text: string, at: number, length: number): SecretSpan | undefined {
  const nameEnd = endOfName(text, at + length);
  const operator = exec(OPERATOR, text, nameEnd);
  if (operator === undefined && text[nameEnd] !== " ") return undefined;
  const name = text.slice(startOfName(text, at), nameEnd);
  const isFlag = name.startsWith("--");
  const gap = operator ?? (isFlag ? exec(FLAG_GAP, text, nameEnd) : undefined);
  if (gap === undefined) return undefined;
  if (/authorization$/i.test(name)) return matchCredential(text, nameEnd + gap.length);
  const judged = judgeName(name);
  const value = judged === undefined ? undefined : readValue(text, nameEnd + gap.length);
  if (judged === undefined || value === undefined) return undefined;
  const isEnv = isFlag || (gap === "=" && /^[A-Z\d_]+$/.test(name));
  const form = { isQuoted: value.isQuoted, isEnv, isCall: value.isCall };
  if (!isSecretValue(dropMarkers(value.text), judged, form)) return undefined;
  return { kind: judged.kind, start: value.start, end: value.start + value.text.length };
}

function endOfName(text: string, from: number): number {
  const last = Math.min(text.length, from + MAX_NAME);
  let end = from;
  while (end < last && NAME_UNIT.test(text.charAt(end))) end += 1;
  return end;
}

function startOfName(text: string, at: number): number {
  const first = Math.max(0, at - MAX_NAME);
  let start = at;
  while (start > first && NAME_UNIT.test(text.charAt(start - 1))) start -= 1;
  // The letter of an escaped line break is no part of the name behind it.
  return text[start - 1] === "\\" && /[nrt]/.test(text.charAt(start)) ? start + 1 : start;
}

interface Value {
  readonly text: string;
  readonly start: number;
  readonly isQuoted: boolean;
  /** Something is called or indexed behind it: it is code. */
  readonly isCall: boolean;
}

function readValue(text: string, from: number): Value | undefined {
  const quote = exec(QUOTE, text, from);
  if (quote === undefined) {
    const bare = exec(BARE, text, from);
    if (bare === undefined) return undefined;
    return { text: bare, start: from, isQuoted: false, isCall: /[({[]/.test(dropMarkers(bare)) };
  }
  const start = from + quote.length;
  const line = text.slice(start, start + MAX_VALUE);
  const close = closeOf(line, quote);
  return { text: line.slice(0, close), start, isQuoted: true, isCall: false };
}

/** Where a quoted value ends: at its quote, with as many backslashes as the opening one, or at the end of the line. */
function closeOf(line: string, quote: string): number {
  let at = line.indexOf(quote);
  if (quote.length === 1) {
    while (at > 0 && line[at - 1] === "\\") at = line.indexOf(quote, at + 1);
  }
  const end = line.search(/[\r\n]/);
  if (at < 0) return end < 0 ? line.length : end;
  return end < 0 ? at : Math.min(at, end);
}

/** The credential of an Authorization header; its scheme stays. */
function matchCredential(text: string, from: number): SecretSpan | undefined {
  let start = from + (exec(QUOTE, text, from)?.length ?? 0);
  const scheme = exec(SCHEME, text, start);
  start += scheme?.length ?? 0;
  const credential = exec(CREDENTIAL, text, start);
  if (credential === undefined) return undefined;
  const judged = { kind: "authorization", isPassword: false };
  const form = { isQuoted: true, isEnv: scheme !== undefined, isCall: false };
  if (!isSecretValue(credential, judged, form)) return undefined;
  return { kind: judged.kind, start, end: start + credential.length };
}

const BEARER = /earer[ \t]{1,4}([\w.~+/=-]{16,4096})/y;

function findBearers(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const anchor of ["Bearer", "bearer"]) {
    let at = text.indexOf(anchor);
    while (at >= 0) {
      BEARER.lastIndex = at + 1;
      const match = BEARER.exec(text);
      const token = match?.[1];
      const judged = { kind: "authorization", isPassword: false };
      if (match !== null && token !== undefined) {
        const end = at + 1 + match[0].length;
        if (isSecretValue(token, judged, { isQuoted: true, isEnv: false, isCall: false }))
          found.push({ kind: judged.kind, start: end - token.length, end });
      }
      at = text.indexOf(anchor, at + anchor.length);
    }
  }
  return found;
}

function exec(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
