import type { StoreName } from "../model/artifact.ts";
import type { Gap } from "../model/gap.ts";
import type { EntryGeneration } from "../ports/entry-store.ts";
import { selectEntries } from "./select-entries.ts";
import type { CallParts } from "./session.ts";
import { catchUpIndex, type IndexStanding, openIndexed, remakeIndex } from "./stand-index.ts";
import { type StoreAnswer, withoutAnswer } from "./store-answer.ts";
import type { StoreQuestion } from "./store-question.ts";

/** Asks one store: brings its index up to date as far as the mode allows, searches it, and says how it stands. */
export async function askStore(
  parts: CallParts,
  name: StoreName,
  question: StoreQuestion,
): Promise<StoreAnswer> {
  const standing = await catchUpIndex(parts, name, question.mode);
  const first = await selectEntries(parts, standing.store, question);
  if (first.status === "ok") return toAnswer(name, question, { standing, found: first.found });
  const place = `${first.block.kind} ${first.block.number} of segment ${first.segmentId}`;
  if (!(await remakeIndex(parts, name, question.mode))) {
    return withoutAnswer(name, "failed", `its index is damaged (${place})`);
  }
  const remade = await openIndexed(parts, name);
  const second = await selectEntries(parts, remade.store, question);
  if (second.status !== "ok")
    return withoutAnswer(name, "failed", `its index is damaged (${place})`);
  const gap: Gap = {
    code: "index_damaged",
    subject: name,
    detail: `${place}, rebuilt from the texts`,
  };
  const answer = toAnswer(name, question, { standing: remade, found: second.found });
  return { ...answer, gaps: [gap, ...answer.gaps] };
}

function toAnswer(
  name: StoreName,
  { scope }: StoreQuestion,
  { standing, found }: { readonly standing: IndexStanding; readonly found: StoreAnswer["found"] },
): StoreAnswer {
  const { behind, generation } = standing;
  const entries = countIn(generation, scope.quarantined);
  if (behind === 0) {
    return { standing: { name, status: "ok", reason: "", entries }, found, gaps: [] };
  }
  const detail = behind === 1 ? "1 entry is not in it" : `${behind} entries are not in it`;
  return {
    standing: { name, status: "stale", reason: `its index is behind: ${detail}`, entries },
    found,
    gaps: [{ code: "index_behind", subject: name, detail }],
  };
}

/** What lies outside the scope is not even counted. */
export function countIn(
  { entryCount, quarantinedCount }: EntryGeneration,
  quarantined: "hidden" | "only" | "shown",
): number {
  switch (quarantined) {
    case "hidden":
      return entryCount - quarantinedCount;
    case "only":
      return quarantinedCount;
    case "shown":
      return entryCount;
  }
}
