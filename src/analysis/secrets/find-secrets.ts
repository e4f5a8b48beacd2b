import { findAssigned } from "./find-assigned.ts";
import { findKeyBlocks } from "./find-key-blocks.ts";
import { findTokens } from "./find-tokens.ts";
import { findUrlPasswords } from "./find-url-passwords.ts";
import type { SecretSpan } from "./secret-span.ts";

/**
 * Finds secrets in a text, in order and without overlap: tokens of known form, private keys, passwords in URLs, credentials of
 * headers, and values of names that promise one. Linear in the length of the text. Hashes, UUIDs, ids of calls and base64 data
 * without such a form or name are not secrets.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  const found = [
    ...findKeyBlocks(text),
    ...findTokens(text),
    ...findUrlPasswords(text),
    ...findAssigned(text),
  ];
  return found.length < 2 ? found : joinOverlaps(found);
}

/** Spans that overlap become one, so that no end of the longer one is left over; the first and longest gives its kind. */
function joinOverlaps(found: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const joined: SecretSpan[] = [];
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) joined.push(span);
    else if (span.end > last.end) joined[joined.length - 1] = { ...last, end: span.end };
    // A token of known form says more than the name it is assigned to.
    else if (span.start === last.start && span.end === last.end && isNamedOnly(last.kind)) {
      joined[joined.length - 1] = span;
    }
  }
  return joined;
}

function isNamedOnly(kind: string): boolean {
  return ["password", "secret", "token", "authorization", "url-password", "api-key"].includes(kind);
}
