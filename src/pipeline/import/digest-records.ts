import type { ArtifactRef } from "../../model/artifact.ts";
import { isDated, toEpochMs } from "../../model/instant.ts";
import type { NewEntry } from "../../ports/entry-store.ts";
import type {
  EventMarked,
  TranscriptEvent,
  TranscriptRecord,
} from "../../ports/transcript-reader.ts";
import type { Attribute, Belonging } from "./attribute-project.ts";
import type { OccurrenceCounter } from "./count-occurrences.ts";
import { cutInjected } from "./cut-injected.ts";
import type { OwnCalls } from "./exclude-own.ts";
import { needsOccurrence } from "./identify-event.ts";
import type { ImportTally } from "./import-tally.ts";
import type { SessionTitles } from "./session-titles.ts";
import { type CleanEvent, cleanEvent, type Redact, toEntry } from "./to-entry.ts";

/** What turning records into entries takes, for one file. */
export interface DigestParts {
  readonly path: string;
  readonly tally: ImportTally;
  readonly attribute: Attribute;
  readonly own: OwnCalls;
  readonly occurrences: OccurrenceCounter;
  readonly titles: SessionTitles;
  readonly redact: Redact;
  readonly sinceMs: number | "none";
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

/** An event that is kept, with what is known of its place. */
interface Kept {
  readonly clean: CleanEvent;
  readonly belonging: Exclude<Belonging, "outside">;
  /** Of the events in its record, from 0. */
  readonly nth: number;
}

/** Returns the digest of one file. */
export function createDigest(parts: DigestParts): Digest {
  const leftOut = { outside: 0, older: 0 };
  const refs = createRefsById();
  const nthOf = createRecordCounter();
  let seq = 0;

  function take(event: TranscriptEvent): Kept | "left out" {
    const { tally, sinceMs } = parts;
    const nth = nthOf(event);
    // Looked at first: results of own calls come later, wherever the call was made.
    if (parts.own.isOwn(event)) return skip("own_output");
    const belonging = parts.attribute(event.cwd);
    if (belonging === "outside") {
      leftOut.outside += 1;
      tally.outside(event.cwd);
      return "left out";
    }
    if (sinceMs !== "none" && isDated(event.time) && toEpochMs(event.time) < sinceMs) {
      leftOut.older += 1;
      return skip("older");
    }
    const { text, blocks } = cutInjected(event.text);
    if (blocks > 0) tally.skipped("own_output");
    if (text.trim() === "") return blocks > 0 ? "left out" : skip("empty");
    return { clean: cleanEvent(event, text, parts.redact), belonging, nth };
  }

  function skip(reason: string): "left out" {
    parts.tally.skipped(reason);
    return "left out";
  }

  function finish({ clean, belonging, nth }: Kept): NewEntry {
    const { event, redactions } = clean;
    const occurrence = needsOccurrence(event) ? parts.occurrences.next(clean) : 0;
    seq += 1;
    const { path, indexedAt, redact } = parts;
    const place = { path, indexedAt, occurrence, attribution: belonging };
    const added = toEntry(clean, { ...place, seq: seqOf(event, nth, seq) }, redact);
    parts.titles.keptOf(event.session);
    const isQuarantined = belonging === "unknown";
    parts.tally.kept({ isQuarantined, isDated: isDated(event.time), redactions });
    refs.add(event.nativeId, added.entry.ref);
    return added;
  }

  return {
    async entries(records) {
      const kept: Kept[] = [];
      for (const record of records) {
        if (record.type === "title") parts.titles.named(record);
        else if (record.type !== "event") count(parts, record);
        else {
          const taken = take(record);
          if (taken !== "left out") kept.push(taken);
        }
      }
      const counted = kept.map(({ clean }) => clean).filter(({ event }) => needsOccurrence(event));
      await parts.occurrences.prepare(counted);
      return kept.map(finish);
    },
    refsOf: ({ nativeId }) => refs.of(nativeId),
    leftOut: () => leftOut,
  };
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

/** Counts the events of a record: what of them is kept must not change their places. */
function createRecordCounter(): (event: TranscriptEvent) => number {
  let startByte = -1;
  let nth = 0;
  return (event) => {
    nth = event.startByte === startByte ? nth + 1 : 0;
    startByte = event.startByte;
    return nth;
  };
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
