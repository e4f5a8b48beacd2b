import type { Gap } from "../../model/gap.ts";

/** One gap for all entries the deny-list kept closed, or none. Rules are named, files are not. */
export function deniedGaps(denied: ReadonlyMap<string, number>): readonly Gap[] {
  if (denied.size === 0) return [];
  const rules = [...denied].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    {
      code: "denied",
      detail: rules.map(([rule, count]) => `${rule}: ${count}`).join("; "),
      count: rules.reduce((sum, [, count]) => sum + count, 0),
    },
  ];
}

/** Sorts by subject, then code, so that equal trees give equal lists. */
export function sortGaps(gaps: readonly Gap[]): readonly Gap[] {
  const keyOf = (gap: Gap): string => `${gap.subject ?? ""}\0${gap.code}`;
  return [...gaps].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
