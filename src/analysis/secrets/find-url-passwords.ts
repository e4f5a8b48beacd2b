import { isPlaceholder } from "./is-placeholder.ts";
import { dropMarkers, type SecretSpan } from "./secret-span.ts";

/** The part before the host: a user, a colon and a password, as far as the sign that ends both. */
const AUTHORITY = /[^\s:/@"'`<>[\]]{0,128}:((?:\[redacted:[a-z0-9-]+\]|[^\s/@"'`<>]){1,256})@/y;
/** A password with a slash in it, which ought to be escaped and is not: only before what is clearly a host. */
const SLASHED = /[^\s:/@"'`<>[\]]{0,128}:([^\s@"'`<>?#]{6,256})@[\w-]{1,63}(?:\.[\w-]{1,63}|:\d)/y;

/** Finds the password in `scheme://user:password@host`; user and host stay. */
export function findUrlPasswords(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    if (!/[A-Za-z0-9]/.test(text[at - 1] ?? "")) continue;
    const span = matchAt(text, at + 3);
    if (span !== undefined) found.push(span);
  }
  return found;
}

function matchAt(text: string, from: number): SecretSpan | undefined {
  for (const pattern of [AUTHORITY, SLASHED]) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    const password = match?.[1];
    if (match === null || password === undefined) continue;
    const left = dropMarkers(password);
    if (left === "" || isPlaceholder(left)) continue;
    const start = from + match[0].indexOf(":") + 1;
    return { kind: "url-password", start, end: start + password.length };
  }
  return undefined;
}
