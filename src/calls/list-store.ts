import type { StoreName } from "../model/artifact.ts";
import type { RefreshMode } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import { countIn } from "./ask-store.ts";
import { DamagedListError, matchWords } from "./match-words.ts";
import type { CallParts } from "./session.ts";
import { type StoreEvents, withoutEvents } from "./source-events.ts";
import { catchUpIndex, type IndexStanding, openIndexed, remakeIndex } from "./stand-index.ts";
import { listEntries } from "./timeline-entries.ts";
import type { TimelineQuestion } from "./timeline-question.ts";

/**
 * Asks one store for its part of a timeline. Only words need its index: without any, an index that is behind, or damaged, leaves
 * nothing out.
 */
export async function listStore(
  parts: CallParts,
  name: StoreName,
  { question, mode }: { readonly question: TimelineQuestion; readonly mode: RefreshMode },
): Promise<StoreEvents> {
  if (question.words === "") {
    const standing = await openIndexed(parts, name);
    return listThrough(parts, { ...standing, behind: 0 }, question);
  }
  try {
    return await listThrough(parts, await catchUpIndex(parts, name, mode), question);
  } catch (error) {
    if (!(error instanceof DamagedListError)) throw error;
    return listMended(parts, name, { question, mode, place: error.place });
  }
}

async function listMended(
  parts: CallParts,
  name: StoreName,
  asked: {
    readonly question: TimelineQuestion;
    readonly mode: RefreshMode;
    readonly place: string;
  },
): Promise<StoreEvents> {
  const failed = withoutEvents(name, "failed", `its index is damaged (${asked.place})`);
  if (!(await remakeIndex(parts, name, asked.mode))) return failed;
  try {
    const answer = await listThrough(parts, await openIndexed(parts, name), asked.question);
    const detail = `${asked.place}, rebuilt from the texts`;
    const gap: Gap = { code: "index_damaged", subject: name, detail };
    return { ...answer, gaps: [gap, ...answer.gaps] };
  } catch (error) {
    if (!(error instanceof DamagedListError)) throw error;
    return failed;
  }
}

async function listThrough(
  parts: Pick<CallParts, "entryIndexes">,
  { behind, generation, store }: IndexStanding,
  question: TimelineQuestion,
): Promise<StoreEvents> {
  const match = await matchWords(parts.entryIndexes.of(store), question.words);
  const events = await listEntries(store, question, match);
  const entries = countIn(generation, question.scope.quarantined);
  // Read before the list: what changed meanwhile makes the cursor stale, and never a page wrong.
  const answer = {
    ...events,
    state: String(generation.id),
    words: match.kind === "all" ? ("none" as const) : match.answer,
  };
  const { name } = store;
  if (behind === 0) {
    return { ...answer, standing: { name, status: "ok", reason: "", entries }, gaps: [] };
  }
  const detail = behind === 1 ? "1 entry is not in it" : `${behind} entries are not in it`;
  const reason = `its index is behind: ${detail}`;
  return {
    ...answer,
    standing: { name, status: "stale", reason, entries },
    gaps: [{ code: "index_behind", subject: name, detail }],
  };
}
