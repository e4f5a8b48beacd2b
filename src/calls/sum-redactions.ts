import type { Redaction } from "../model/entry.ts";

/** Returns how many secrets of each kind were taken out of several texts, by kind. */
export function sumRedactions(
  texts: readonly { readonly redactions: readonly Redaction[] }[],
): readonly Redaction[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of texts.flatMap(({ redactions }) => redactions)) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
