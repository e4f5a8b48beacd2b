import type { ArtifactRef, Origin, SourceName } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { EntryKind, EntryMark, EntryRole } from "./entry.ts";
import type { Envelope } from "./envelope.ts";
import type { TimeBasis, TimePrecision } from "./instant.ts";

/** Which end of the window a timeline begins at. */
export type TimelineOrder = "newest" | "oldest";

/** What stands in a timeline: an entry of a store, or a text of the workspace by the date it declares. */
export type TimelineKind = EntryKind | "file" | "record";

/** Every kind, for choosing by. */
export const TIMELINE_KINDS: readonly TimelineKind[] = [
  "message",
  "tool_call",
  "tool_result",
  "summary",
  "system",
  "note",
  "capture",
  "file",
  "record",
];

/** When something happened, as its source wrote it down. */
export interface EventTime {
  /** ISO 8601: in UTC where an offset is known, else without one, to the precision that was written; or `unknown`. */
  readonly value: string;
  /** As written: `+05:30`, `Z`, or `unknown`. */
  readonly offset: string;
  readonly precision: TimePrecision | "unknown";
  /** What kind of statement it is; only an `observed` time was written down as it happened. */
  readonly basis: TimeBasis;
}

/** One thing that happened, or a text with its date. */
export interface TimelineEvent {
  readonly artifact: ArtifactRef;
  readonly store: SourceName;
  /** The project's name, or `unknown` for what is in quarantine. */
  readonly project: string;
  /** The agent's own id of the session. */
  readonly session: string | "none";
  readonly kind: TimelineKind;
  readonly role: EntryRole;
  /** A tool's name, a note's title, a file's title; absent where the text says as much. */
  readonly title?: string;
  /** The beginning of the text, or the lines from the first word of the question on: exactly the cited bytes. */
  readonly text: string;
  /** Present where there is more text than is shown. */
  readonly truncated?: true;
  readonly time: EventTime;
  /** True where the time was written as the event happened, with an offset and finer than a day (TIM-08). */
  readonly auditGrade: boolean;
  /** When this program first kept it: says nothing about when it happened (TIM-04). `unknown` for a text of the workspace. */
  readonly indexedAt: string | "unknown";
  readonly citation: Citation;
  /** Present when there are any. */
  readonly marks?: readonly EntryMark[];
  readonly origin: Origin;
  /** Present when something else took its place. */
  readonly supersededBy?: ArtifactRef;
}

/** The span of time asked for, and how much of it lies outside this answer. */
export interface TimelineWindow {
  /** ISO 8601 with an offset, inclusive; `none` without a bound. */
  readonly since: string | "none";
  /** ISO 8601 with an offset, exclusive; `none` without a bound. */
  readonly until: string | "none";
  /** Events asked for, at most. */
  readonly limit: number;
  /** The time zone in which days begin and end. */
  readonly zone: string;
  /** Events of the window before the first one here, in the order of the answer: those of earlier pages. */
  readonly omittedBefore: number;
  /** Events of the window behind the last one here; `unknown` where counting them would mean reading them all. */
  readonly omittedAfter: number | "unknown";
}

/** The answer to what happened, by time. */
export interface TimelineResponse extends Envelope<"exhibit.timeline/1"> {
  /** What this answers, in words: which end, of which window, of which sources (DIA-09). */
  readonly question: string;
  readonly order: TimelineOrder;
  readonly window: TimelineWindow;
  /** Dated, in the order named; what happened at the same moment is ordered by reference. */
  readonly events: readonly TimelineEvent[];
  /** Without a time that orders them: never among the events (TIM-09). On the first page only. */
  readonly undated: readonly TimelineEvent[];
  /** All undated ones that meet the other conditions; `unknown` where counting them would mean reading them all. */
  readonly undatedCount: number | "unknown";
  /** With `audit`: dated, between the events, by a time that is no evidence of when it happened (TIM-05). */
  readonly unproven?: readonly TimelineEvent[];
  /** How many of those there are between the events. */
  readonly unprovenCount?: number;
  /** Goes on behind the last event; `none` when nothing is left. */
  readonly cursor: string | "none";
}
