import { optionInvalid } from "../errors.ts";
import type { SourceName, StoreName } from "../model/artifact.ts";
import { STORE_NAMES } from "../model/artifact.ts";
import type { TimelineOptions } from "../model/engine.ts";
import { nearestWord } from "../model/nearest-word.ts";
import { DEFAULT_ZONE, isTimeZone } from "../model/time-zone.ts";
import {
  TIMELINE_KINDS,
  type TimelineKind,
  type TimelineOrder,
} from "../model/timeline-response.ts";
import { digestQuestion, readCursor, type TimelineCursor } from "../pipeline/timeline/cursor.ts";
import { readBound } from "../pipeline/timeline/read-bound.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import { isStoreName } from "./entry-artifact.ts";
import type { CallParts } from "./session.ts";

/** A timeline answers with so many events where no number is given, and with so many at most. */
export const DEFAULT_EVENTS = 20;
export const MAX_EVENTS = 1_000;

/** A question about what happened, with every option read and checked. */
export interface TimelineQuestion {
  /** Empty when everything is asked for. */
  readonly words: string;
  readonly order: TimelineOrder;
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly sinceMs: number | "none";
  readonly untilMs: number | "none";
  readonly zone: string;
  readonly sessions: readonly string[] | "all";
  readonly excludedSessions: readonly string[];
  readonly kinds: readonly TimelineKind[] | "all";
  readonly sources: readonly SourceName[];
  readonly stores: readonly StoreName[];
  readonly scope: EntryScope;
  readonly audit: boolean;
  /** Of all that decides which events there are and in which order; how many a page holds does not. */
  readonly digest: string;
  readonly cursor: TimelineCursor | "none";
}

/** Reads the options of a timeline; refuses with `option_invalid`, `cursor_invalid` or `cursor_mismatch`. */
export function readQuestion(
  parts: Pick<CallParts, "dataFolder" | "sources">,
  words: string,
  options: TimelineOptions,
): TimelineQuestion {
  const { order, limit } = readOrder(options);
  const zone = options.zone ?? DEFAULT_ZONE;
  if (!isTimeZone(zone)) {
    throw optionInvalid(
      "zone",
      `${JSON.stringify(zone)} is no time zone such as Asia/Kolkata or UTC`,
    );
  }
  const window = readWindow(options, zone);
  const all: readonly SourceName[] = [...parts.sources, ...STORE_NAMES];
  const sources = known("sources", options.sources, [...new Set([...CONTENT, ...all])]) ?? all;
  const asked = {
    words: words.trim(),
    order,
    ...window,
    zone,
    sessions: options.sessions ?? ("all" as const),
    excludedSessions: options.excludedSessions ?? [],
    kinds: known("kinds", options.kinds, TIMELINE_KINDS) ?? ("all" as const),
    sources,
    scope: { quarantined: options.quarantined === true ? "shown" : "hidden" } as const,
    audit: options.audit === true,
  };
  const digest = digestQuestion({ ...asked, project: parts.dataFolder });
  return {
    ...asked,
    limit,
    stores: sources.filter(isStoreName),
    digest,
    cursor: options.cursor === undefined ? "none" : readCursor(options.cursor, digest),
  };
}

const CONTENT: readonly SourceName[] = ["files", "records"];

function readOrder({ newest, oldest }: TimelineOptions): {
  readonly order: TimelineOrder;
  readonly limit: number;
} {
  if (newest !== undefined && oldest !== undefined) {
    throw optionInvalid("oldest", "it cannot be asked for together with newest");
  }
  if (oldest !== undefined) return { order: "oldest", limit: readCount("oldest", oldest) };
  return { order: "newest", limit: readCount("newest", newest ?? DEFAULT_EVENTS) };
}

function readCount(name: "newest" | "oldest", count: number): number {
  if (Number.isSafeInteger(count) && count >= 1 && count <= MAX_EVENTS) return count;
  throw optionInvalid(name, `must be a whole number from 1 to ${MAX_EVENTS}; got ${count}`);
}

function readWindow(
  { since, until }: TimelineOptions,
  zone: string,
): Pick<TimelineQuestion, "sinceMs" | "untilMs"> {
  const sinceMs = since === undefined ? "none" : readBound("since", since, zone);
  const untilMs = until === undefined ? "none" : readBound("until", until, zone);
  if (sinceMs !== "none" && untilMs !== "none" && untilMs <= sinceMs) {
    throw optionInvalid(
      "until",
      `${JSON.stringify(until)} is not after since; until itself is not in the window`,
    );
  }
  return { sinceMs, untilMs };
}

/** A word that is none of those known is refused, with the nearest one: it would otherwise answer with nothing. */
function known<Word extends string>(
  name: string,
  words: readonly Word[] | undefined,
  all: readonly Word[],
): readonly Word[] | undefined {
  for (const word of words ?? []) {
    if (all.includes(word)) continue;
    const near = nearestWord(word, all);
    const hint = near === "none" ? `one of ${all.join(", ")}` : `"${near}"?`;
    const lead = near === "none" ? "It is" : "Did you mean";
    throw optionInvalid(name, `there is no ${JSON.stringify(word)}. ${lead} ${hint}`);
  }
  return words === undefined ? undefined : all.filter((word) => words.includes(word));
}
