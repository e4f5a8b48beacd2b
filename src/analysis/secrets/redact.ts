import type { Redaction } from "../../model/entry.ts";
import { findSecrets } from "./find-secrets.ts";
import { formatMarker, type SecretSpan } from "./secret-span.ts";

/** What is left over after one pass may look like a secret only now; more passes than this were never needed. */
const MAX_PASSES = 8;

/**
 * Takes secrets out of a text and counts them by kind. Each leaves `[redacted:<kind>]` in its place; a redacted text stays as it
 * is.
 */
export function redactSecrets(text: string): {
  readonly text: string;
  readonly redactions: readonly Redaction[];
} {
  const counts = new Map<string, number>();
  let clean = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const spans = findSecrets(clean);
    if (spans.length === 0) break;
    for (const { kind } of spans) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    clean = replaceSpans(clean, spans);
  }
  const redactions = [...counts].map(([kind, count]) => ({ kind, count }));
  return { text: clean, redactions: redactions.sort((a, b) => (a.kind < b.kind ? -1 : 1)) };
}

function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of spans) {
    parts.push(text.slice(from, start), formatMarker(kind));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}
