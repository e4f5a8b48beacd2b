import type { TimeBasis } from "../../../model/instant.ts";
import { formatDate } from "./quantity.ts";

/** A date as responses carry it. */
export interface DatedText {
  readonly observed: { readonly at: string; readonly basis: TimeBasis };
  readonly ageDays: number | "unknown";
}

/**
 * Returns a text's age in plain words with its basis. Only an observation has an age: an edit, a commit and an
 * indexing are named as what they are, and a date nobody stated is unknown, never young.
 */
export function formatAge({ observed, ageDays }: DatedText): string {
  switch (observed.basis) {
    case "unknown":
      return "date unknown";
    case "observed":
    case "observed_restamped":
    case "declared":
      return `observed ${formatDate(observed.at)}, ${formatDays(ageDays)} (${observed.basis.replace("_", ", ")})`;
    case "committed":
    case "edited":
    case "indexed":
      return `date unknown (${observed.basis} ${formatDate(observed.at)}, which is no observation)`;
  }
}

/** Returns `today`, `1 day ago`, `14 days ago`; a date ahead of the clock is said to be one. */
export function formatDays(ageDays: number | "unknown"): string {
  if (ageDays === "unknown") return "age unknown";
  if (ageDays < 0) return "in the future";
  if (ageDays === 0) return "today";
  return ageDays === 1 ? "1 day ago" : `${ageDays} days ago`;
}
