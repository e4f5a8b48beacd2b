import { EngineError } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import { STORE_NAMES } from "../model/artifact.ts";
import type { RefreshMode } from "../model/engine.ts";
import { MAX_STORE_MS } from "./ask-stores.ts";
import type { CallParts } from "./session.ts";
import { type StoreEvents, withoutEvents } from "./source-events.ts";
import { reasonOf } from "./store-answer.ts";
import type { TimelineQuestion } from "./timeline-question.ts";
import { withinTime } from "./within-time.ts";

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
