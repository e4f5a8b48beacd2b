import type { ArtifactRef } from "../../model/artifact.ts";
import { artifactRef } from "../../model/artifact-ref.ts";
import type { EntryStore } from "../../ports/entry-store.ts";
import { type EventWithoutId, occurrencePath } from "./identify-event.ts";

/** An event without an id, with the version of its text. */
export interface Repeatable {
  readonly event: EventWithoutId;
  readonly version: string;
}

/** Counts, in the order of one file, how often each text was said before in the session it occurs in. */
export interface OccurrenceCounter {
  /** Looks up what an earlier import read of these; to be called before `next` with them. */
  prepare(items: readonly Repeatable[]): Promise<void>;
  /** Returns how often it occurred before in the file, and counts it. */
  next(item: Repeatable): number;
}

/** Where reading goes on, and what was kept of the bytes before. */
export interface OccurrencePlace {
  readonly path: string;
  /** 0: everything before is counted as it is read. */
  readonly fromByte: number;
  readonly store: Pick<EntryStore, "entries" | "tombstones"> | "none";
}

/** Paths asked for at a time once the first was found taken. */
const PROBES = 16;

/**
 * Returns the counter of one file. From its start it counts for itself. From the middle it asks the store: the k-th occurrence
 * is taken when its entry has a place in this file before the byte reading goes on at, or when somebody had it forgotten. So a
 * file read in pieces gives the same paths as one read at once.
 */
export function createOccurrenceCounter(place: OccurrencePlace): OccurrenceCounter {
  const { path, fromByte, store } = place;
  const counts = new Map<string, number>();
  let forgotten: ReadonlySet<ArtifactRef> | "unread" = "unread";

  async function takenOf(refs: readonly ArtifactRef[]): Promise<ReadonlySet<ArtifactRef>> {
    if (store === "none" || refs.length === 0) return new Set();
    if (forgotten === "unread") {
      forgotten = new Set((await store.tombstones()).map((tombstone) => tombstone.ref));
    }
    const entries = await store.entries(refs, { quarantined: "shown" });
    const here = entries.filter(({ locators }) =>
      locators.some((locator) => locator.path === path && locator.startByte < fromByte),
    );
    const { size } = forgotten;
    const gone = size === 0 ? [] : refs.filter((ref) => isIn(forgotten, ref));
    return new Set([...here.map((entry) => entry.ref), ...gone]);
  }

  async function probe(items: readonly Repeatable[], from: number, count: number): Promise<void> {
    if (items.length === 0) return;
    const refsOf = items.map((item) =>
      Array.from({ length: count }, (_, k) => refOf(item, from + k)),
    );
    const taken = await takenOf(refsOf.flat());
    const further: Repeatable[] = [];
    items.forEach((item, index) => {
      const refs = refsOf[index] ?? [];
      const open = refs.findIndex((ref) => !taken.has(ref));
      counts.set(keyOf(item), from + (open < 0 ? count : open));
      if (open < 0) further.push(item);
    });
    await probe(further, from + count, PROBES);
  }

  return {
    async prepare(items) {
      if (fromByte === 0 || store === "none") return;
      const unknown = items.filter((item) => !counts.has(keyOf(item)));
      const distinct = new Map(unknown.map((item) => [keyOf(item), item]));
      await probe([...distinct.values()], 0, 1);
    },
    next(item) {
      const key = keyOf(item);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return count;
    },
  };
}

function isIn(set: ReadonlySet<ArtifactRef> | "unread", ref: ArtifactRef): boolean {
  return set !== "unread" && set.has(ref);
}

/** The path of the first occurrence names them all. */
function keyOf({ event, version }: Repeatable): string {
  return occurrencePath(event, version, 0);
}

function refOf({ event, version }: Repeatable, occurrence: number): ArtifactRef {
  return artifactRef("sessions", occurrencePath(event, version, occurrence));
}
