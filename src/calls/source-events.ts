import type { StoreName } from "../model/artifact.ts";
import type { SourceStatus } from "../model/envelope.ts";
import type { Gap } from "../model/gap.ts";
import { UNANSWERED } from "../pipeline/timeline/cursor.ts";
import type { StorePage } from "../pipeline/timeline/merge-pages.ts";
import type { ListAnswer } from "../ports/passage-index.ts";
import type { StoreStanding } from "./store-answer.ts";
import type { TimelineItem } from "./timeline-item.ts";

/** What one source has of a window. */
export interface SourceEvents {
  readonly page: StorePage<TimelineItem>;
  readonly undated: {
    readonly items: readonly TimelineItem[];
    readonly count: number | "unknown";
  };
}

export const NO_EVENTS: SourceEvents = {
  page: { items: [], omitted: 0, passedOver: [] },
  undated: { items: [], count: 0 },
};

/** What became of asking one store for its part of a timeline. */
export interface StoreEvents extends SourceEvents {
  readonly standing: StoreStanding;
  /** What the store was when it answered, for a cursor: see `StoreStates`. */
  readonly state: string;
  /** What the words found; `none` where none were asked for, or the store did not answer. */
  readonly words: ListAnswer | "none";
  readonly gaps: readonly Gap[];
}

/** A store that has no part in an answer, and why. */
export function withoutEvents(name: StoreName, status: SourceStatus, reason: string): StoreEvents {
  const hasFailed = status !== "ok" && status !== "not_asked";
  const gap: Gap = { code: "source_failed", subject: name, detail: reason };
  return {
    ...NO_EVENTS,
    standing: { name, status, reason, entries: 0 },
    state: hasFailed ? UNANSWERED : "empty",
    words: "none",
    gaps: hasFailed ? [gap] : [],
  };
}
