import type { StoreName } from "../model/artifact.ts";
import type { CitationState } from "../model/citation.ts";
import type { Entry } from "../model/entry.ts";
import { openEntries } from "./entry-texts.ts";
import type { CallParts } from "./session.ts";

/** So many places of one entry are looked at; a session that was resumed often has it in as many files. */
const MAX_JUDGED = 8;

/**
 * Says whether an entry still stands where it was read from. What was made in its store (a note, a capture) stands nowhere
 * else: the store is its origin, and it is current. Of several places the best one counts.
 */
export async function judgeEntry(
  parts: Pick<CallParts, "entries" | "locators">,
  wanted: Pick<Entry, "ref"> & { readonly source: StoreName },
): Promise<CitationState> {
  const store = await openEntries(parts, wanted.source);
  const [entry] = await store.entries([wanted.ref], { quarantined: "shown" });
  return entry === undefined ? "gone" : judgeKept(parts, entry);
}

/** Says the same of an entry that was read for this answer: it is not read a second time. */
export async function judgeKept(
  { locators: reader }: Pick<CallParts, "locators">,
  { locators }: Pick<Entry, "locators">,
): Promise<CitationState> {
  if (locators.length === 0) return "current";
  const states = new Set<CitationState>();
  for (const locator of locators.slice(0, MAX_JUDGED)) {
    const state = await reader.judge(locator);
    if (state === "current") return state;
    states.add(state);
  }
  return (["changed", "unchecked"] as const).find((state) => states.has(state)) ?? "gone";
}
