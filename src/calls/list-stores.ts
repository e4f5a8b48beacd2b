import { EngineError } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import { STORE_NAMES } from "../model/artifact.ts";
import type { RefreshMode } from "../model/engine.ts";
import type { SourceStatus } from "../model/envelope.ts";
import type { Gap } from "../model/gap.ts";
import { UNANSWERED } from "../pipeline/timeline/cursor.ts";
import type { ListAnswer } from "../ports/passage-index.ts";
import { MAX_STORE_MS } from "./ask-stores.ts";
import type { CallParts } from "./session.ts";
import { reasonOf, type StoreStanding } from "./store-answer.ts";
import { NO_EVENTS, type SourceEvents } from "./timeline-entries.ts";
import type { TimelineQuestion } from "./timeline-question.ts";
import { withinTime } from "./within-time.ts";

/** What became of asking one store for its part of a timeline. */
export interface StoreEvents extends SourceEvents {
  readonly standing: StoreStanding;
  /** What the store was when it answered, for a cursor: see `StoreStates`. */
  readonly state: string;
  /** What the words found; `none` where none were asked for, or the store did not answer. */
  readonly words: ListAnswer | "none";
  readonly gaps: readonly Gap[];
}

/**
 * Asks every store of entries by itself, as `askStores` does for a search: one that cannot answer takes nothing from the others
 * (PAR-01, PAR-07). Only a scope that cannot be established refuses the call (SCO-04).
 */
export async function listStores(
  parts: CallParts,
  question: TimelineQuestion,
  mode: RefreshMode,
): Promise<readonly StoreEvents[]> {
  const answers: StoreEvents[] = [];
  for (const name of STORE_NAMES) {
    answers.push(
      question.stores.includes(name)
        ? await listOpened(parts, name, { question, mode })
        : withoutEvents(name, "not_asked", ""),
    );
  }
  return answers;
}

async function listOpened(
  parts: CallParts,
  name: StoreName,
  asked: { readonly question: TimelineQuestion; readonly mode: RefreshMode },
): Promise<StoreEvents> {
  const opened = await parts.entries.read(name);
  // Nothing was ever kept here, so nothing of what reads stores is loaded either.
  if (opened.status === "empty") return withoutEvents(name, "ok", "");
  if (opened.status !== "ok") return withoutEvents(name, opened.status, reasonOf(opened.error));
  const { listStore } = await import("./list-store.ts");
  try {
    const work = parts.entryIndexes.inTurn(name, () => listStore(parts, name, asked));
    const answer = await withinTime(work, MAX_STORE_MS);
    if (answer !== "timed_out") return answer;
    return withoutEvents(name, "failed", `no answer within ${MAX_STORE_MS} ms`);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === "refresh_failed") throw error;
    return withoutEvents(name, "failed", reasonOf(error));
  }
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
