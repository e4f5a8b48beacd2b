import { type Artifact, STORE_NAMES } from "../model/artifact.ts";
import type { HitEntry } from "../model/search-response.ts";
import { isStoreName, toHitEntry } from "./entry-artifact.ts";
import type { CallParts } from "./session.ts";
import { reasonOf, type StoreStanding } from "./store-answer.ts";

/** An entry that was opened by its reference, and the store that had it. */
export interface DescribedEntry {
  readonly entry: HitEntry;
  readonly standing: StoreStanding;
}

/** Says what an artifact of a store is beside its text; `none` for a text of the workspace. */
export async function describeEntry(
  parts: Pick<CallParts, "entries">,
  { ref, source }: Artifact,
): Promise<DescribedEntry | "none"> {
  if (!isStoreName(source)) return "none";
  const { openEntries } = await import("./entry-texts.ts");
  const store = await openEntries(parts, source);
  const [entry] = await store.entries([ref], { quarantined: "shown" });
  if (entry === undefined) return "none";
  const standing = { name: source, status: "ok", reason: "", entries: 0 } as const;
  return { entry: toHitEntry(entry), standing };
}

/** The store's line in the answer's report. */
export function standingOf(described: DescribedEntry | "none"): {
  readonly stores?: readonly StoreStanding[];
} {
  return described === "none" ? {} : { stores: [described.standing] };
}

/** How the stores stand that references name: one that cannot be read leaves citations unjudged, and the report says so. */
export async function standNamed(
  parts: Pick<CallParts, "entries">,
  references: readonly string[],
): Promise<readonly StoreStanding[]> {
  const named = STORE_NAMES.filter((name) =>
    references.some((reference) => reference.startsWith(`artifact://${name}/`)),
  );
  const standings: StoreStanding[] = [];
  for (const name of named) {
    const opened = await parts.entries.read(name);
    standings.push(
      opened.status === "ok" || opened.status === "empty"
        ? { name, status: "ok", reason: "", entries: 0 }
        : { name, status: opened.status, reason: reasonOf(opened.error), entries: 0 },
    );
  }
  return standings;
}
