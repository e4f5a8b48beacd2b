import type { ArtifactRef } from "../../model/artifact.ts";
import { isDated } from "../../model/instant.ts";
import type { NewEntry } from "../../ports/entry-store.ts";
import type {
  EventMarked,
  TranscriptEvent,
  TranscriptRecord,
} from "../../ports/transcript-reader.ts";
import type { OccurrenceCounter } from "./count-occurrences.ts";
import { needsOccurrence } from "./identify-event.ts";
import type { SessionTitles } from "./session-titles.ts";
import { createTaking, type Kept, type TakingParts } from "./take-events.ts";
import { toEntry } from "./to-entry.ts";
import type { BundleWatch } from "./track-bundles.ts";

/** What turning records into entries takes, for one file. */
export interface DigestParts extends TakingParts {
  readonly path: string;
  readonly watch: Pick<BundleWatch, "answered">;
  readonly occurrences: OccurrenceCounter;
  readonly titles: SessionTitles;
  /** ISO 8601, UTC. */
  readonly indexedAt: string;
}

/** Turns the records of one file into entries, in order. */
export interface Digest {
  entries(records: readonly TranscriptRecord[]): Promise<readonly NewEntry[]>;
  /** The entries made so far of the events with this id; empty when none was made. */
  refsOf(marked: EventMarked): readonly ArtifactRef[];
  /** Records left out so far: another project's, older ones. */
  leftOut(): { readonly outside: number; readonly older: number };
}

/** Returns the digest of one file. */
export function createDigest(parts: DigestParts): Digest {
  const refs = createRefsById();
  const taking = createTaking(parts);
  let seq = 0;

  async function takeRecord(record: TranscriptRecord): Promise<Kept | "left out"> {
    if (record.type === "title") parts.titles.named(record);
    else if (record.type === "event") {
      const taken = taking.take(record);
      if (taken !== "own") return taken;
      await parts.bundles.given(record);
    } else count(parts, record);
    return "left out";
  }

  function finish(kept: Kept): NewEntry {
    const { clean, belonging, follows } = kept;
    const { event, redactions } = clean;
    seq += 1;
    const added = makeEntry(parts, kept, seq);
    parts.titles.keptOf(event.session);
    const isQuarantined = belonging === "unknown";
    parts.tally.kept({ isQuarantined, isDated: isDated(event.time), redactions });
    refs.add(event.nativeId, added.entry.ref);
    if (follows !== "nothing") parts.watch.answered({ ref: added.entry.ref, ...follows });
    return added;
  }

  return {
    async entries(records) {
      const kept: Kept[] = [];
      for (const record of records) {
        const taken = await takeRecord(record);
        if (taken !== "left out") kept.push(taken);
      }
      const counted = kept.map(({ clean }) => clean).filter(({ event }) => needsOccurrence(event));
      await parts.occurrences.prepare(counted);
      return kept.map(finish);
    },
    refsOf: ({ nativeId }) => refs.of(nativeId),
    leftOut: taking.leftOut,
  };
}

function makeEntry(
  { indexedAt, occurrences, path, redact }: DigestParts,
  { belonging, clean, nth }: Kept,
  seq: number,
): NewEntry {
  const { event } = clean;
  const occurrence = needsOccurrence(event) ? occurrences.next(clean) : 0;
  const place = { path, indexedAt, occurrence, attribution: belonging };
  return toEntry(clean, { ...place, seq: seqOf(event, nth, seq) }, redact);
}

function count({ tally, path, redact }: DigestParts, record: TranscriptRecord): void {
  if (record.type === "skipped") tally.skipped(record.reason);
  else if (record.type === "unknown") tally.unknownType(redact(record.recordType).text);
  else if (record.type === "broken") tally.broken(path, record);
}

/** Events of one record are told apart up to here; a byte of ten gigabytes times this is still an exact number. */
const MAX_EVENTS = 100_000;

/**
 * The order of the file: by byte where records have one, which is the same in whichever pieces the file was read; else as a
 * reader of whole files hands them over.
 */
function seqOf({ startByte, endByte }: TranscriptEvent, nth: number, count: number): number {
  if (endByte === 0) return count;
  return startByte * MAX_EVENTS + Math.min(nth, MAX_EVENTS - 1);
}

/** Remembers which entries the events of one id became. */
function createRefsById() {
  const refsById = new Map<string, ArtifactRef[]>();
  return {
    add(nativeId: string | "none", ref: ArtifactRef): void {
      if (nativeId === "none") return;
      const refs = refsById.get(nativeId);
      if (refs === undefined) refsById.set(nativeId, [ref]);
      else refs.push(ref);
    },
    of: (nativeId: string): readonly ArtifactRef[] => refsById.get(nativeId) ?? [],
  };
}
