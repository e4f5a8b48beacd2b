import { EngineError } from "../errors.ts";
import { STORE_NAMES, type StoreName } from "../model/artifact.ts";
import type { OpenedEntries } from "./entry-stores.ts";
import type { CallParts } from "./session.ts";
import { reasonOf, type StoreAnswer, withNothing, withoutAnswer } from "./store-answer.ts";
import type { StoreQuestion } from "./store-question.ts";
import { withinTime } from "./within-time.ts";

/** An answer waits no longer than this for one store: it says that the store did not answer (PAR-01). */
export const MAX_STORE_MS = 5_000;

/**
 * Asks every store by itself: one that is missing, locked, damaged, newer or too slow is an outcome of its own and takes
 * nothing from the others (PAR-01, PAR-07). Only a scope that cannot be established refuses the call (SCO-04).
 */
export async function askStores(
  parts: CallParts,
  question: StoreQuestion,
): Promise<readonly StoreAnswer[]> {
  const answers: StoreAnswer[] = [];
  for (const name of STORE_NAMES) {
    answers.push(
      question.asked.includes(name)
        ? await askOpened(parts, { name, opened: await parts.entries.read(name) }, question)
        : withNothing(name, "not_asked"),
    );
  }
  return answers;
}

async function askOpened(
  parts: CallParts,
  { name, opened }: { readonly name: StoreName; readonly opened: OpenedEntries },
  question: StoreQuestion,
): Promise<StoreAnswer> {
  // Nothing was ever kept here, so nothing of what reads stores is loaded either.
  if (opened.status === "empty") return withNothing(name, "ok");
  if (opened.status !== "ok") return withoutAnswer(name, opened.status, reasonOf(opened.error));
  const { askStore } = await import("./ask-store.ts");
  const { maxStoreMs = MAX_STORE_MS } = question;
  try {
    const work = parts.entryIndexes.inTurn(name, () => askStore(parts, name, question));
    const answer = await withinTime(work, maxStoreMs);
    if (answer !== "timed_out") return answer;
    return withoutAnswer(name, "failed", `no answer within ${maxStoreMs} ms`);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === "refresh_failed") throw error;
    return withoutAnswer(name, "failed", reasonOf(error));
  }
}
