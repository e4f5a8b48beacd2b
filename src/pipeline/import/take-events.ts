import { isDated, toEpochMs } from "../../model/instant.ts";
import type { TranscriptEvent } from "../../ports/transcript-reader.ts";
import type { Attribute, Belonging } from "./attribute-project.ts";
import { cutInjected } from "./cut-injected.ts";
import type { OwnCalls } from "./exclude-own.ts";
import type { ImportTally } from "./import-tally.ts";
import { type CleanEvent, cleanEvent, type Redact } from "./to-entry.ts";
import type { BundleTracker, FollowingAnswer } from "./track-bundles.ts";

/** What deciding about events takes, for one file. */
export interface TakingParts {
  readonly tally: ImportTally;
  readonly attribute: Attribute;
  readonly own: OwnCalls;
  readonly bundles: BundleTracker;
  readonly redact: Redact;
  readonly sinceMs: number | "none";
}

/** An event that is kept, with what is known of its place. */
export interface Kept {
  readonly clean: CleanEvent;
  readonly belonging: Exclude<Belonging, "outside">;
  /** Of the events in its record, from 0. */
  readonly nth: number;
  readonly follows: Omit<FollowingAnswer, "ref"> | "nothing";
}

/** Decides which events of one file are kept, in order. */
export interface Taking {
  /** `own`: of this program and of this project, and not kept. */
  take(event: TranscriptEvent): Kept | "left out" | "own";
  /** Records left out so far: another project's, older ones. */
  leftOut(): { readonly outside: number; readonly older: number };
}

/** Returns the decisions of one file; each event that is left out is counted with its reason. */
export function createTaking({
  attribute,
  bundles,
  own,
  redact,
  sinceMs,
  tally,
}: TakingParts): Taking {
  const leftOut = { outside: 0, older: 0 };
  const nthOf = createRecordCounter();

  function skip(reason: string): "left out" {
    tally.skipped(reason);
    return "left out";
  }

  function takeOwn(belonging: Belonging): "left out" | "own" {
    skip("own_output");
    return belonging === "outside" ? "left out" : "own";
  }

  function keep(event: TranscriptEvent, belonging: Kept["belonging"], nth: number) {
    const { text, blocks } = cutInjected(event.text);
    if (blocks > 0) tally.skipped("own_output");
    if (text.trim() === "") return blocks > 0 ? "left out" : skip("empty");
    const follows = bundles.follow(event);
    return { clean: cleanEvent(event, text, redact), belonging, nth, follows };
  }

  return {
    take(event) {
      const nth = nthOf(event);
      // Looked at first: results of own calls come later, wherever the call was made.
      const isOwn = own.isOwn(event);
      const belonging = attribute(event.cwd);
      if (isOwn) return takeOwn(belonging);
      if (belonging === "outside") {
        leftOut.outside += 1;
        tally.outside(event.cwd);
        return "left out";
      }
      if (sinceMs !== "none" && isDated(event.time) && toEpochMs(event.time) < sinceMs) {
        leftOut.older += 1;
        return skip("older");
      }
      return keep(event, belonging, nth);
    },
    leftOut: () => leftOut,
  };
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
