import type { ContextChange } from "../../model/bundle-response.ts";

/**
 * Returns where a context begins to differ from the one before it, in UTF-8 bytes, and how much of it has to be read again from
 * there (ADM-28, ADM-29). `"none"` where there was none: then all of it is new.
 */
export function contextChange(before: string | "none", now: string): ContextChange {
  const next = Buffer.from(now);
  if (before === "none") return { firstDivergenceByte: 0, mutationRadiusBytes: next.length };
  const earlier = Buffer.from(before);
  const shared = Math.min(earlier.length, next.length);
  let at = 0;
  while (at < shared && earlier[at] === next[at]) at++;
  if (at === next.length && at === earlier.length) {
    return { firstDivergenceByte: "none", mutationRadiusBytes: 0 };
  }
  return { firstDivergenceByte: at, mutationRadiusBytes: next.length - at };
}
