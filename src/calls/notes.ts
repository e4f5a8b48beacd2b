import type { NotesOptions } from "../model/engine.ts";
import type { Entry } from "../model/entry.ts";
import type { Gap } from "../model/gap.ts";
import type { NotesResponse } from "../model/note-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import type { EntryScope, EntryStore } from "../ports/entry-store.ts";
import { CALL_OPTIONS, type OptionNames, settleCall, settleLimit } from "./call-settings.ts";
import { type CitedEntry, citeEntries } from "./cite-entry.ts";
import { composeSignals } from "./compose-signals.ts";
import type { OpenedEntries } from "./entry-stores.ts";
import { narrowEntry, toNote } from "./note-view.ts";
import type { CallParts } from "./session.ts";
import { reasonOf, type StoreStanding } from "./store-answer.ts";

const OPTIONS: OptionNames<NotesOptions> = {
  ...CALL_OPTIONS,
  limit: true,
  kind: true,
  superseded: true,
  quarantined: true,
};

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000;
/** Notes are kept on purpose, one by one: all of them are read and then chosen from. */
const EVERY = 1_000_000;

/** Lists the notes of the project, newest first, those without a time at the end. Superseded ones are counted and left out. */
export async function notes(parts: CallParts, options: NotesOptions): Promise<NotesResponse> {
  const settings = settleCall(parts, options, OPTIONS);
  const limit = settleLimit(options.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  const scope: EntryScope = { quarantined: options.quarantined === true ? "shown" : "hidden" };
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const opened = await parts.entries.read("memory");
  const held = opened.status === "ok" ? await listAll(opened.store, scope) : [];
  const wanted = held.filter(
    (entry) =>
      (options.superseded === true || entry.supersededBy === "none") &&
      (options.kind === undefined || entry.facts["noteKind"] === options.kind),
  );
  const read =
    opened.status === "ok"
      ? await citeEntries(parts, opened.store, wanted.slice(0, limit))
      : { cited: [], lost: [] };
  const lost = read.lost.map(
    ({ ref }): Gap => ({ code: "recovery_failed", subject: ref, detail: "stored text damaged" }),
  );
  const stores = [standingOf(opened, held.length)];
  const facts = { settings, standing, observations: [], asked: ["memory"] as const, stores };
  return fitResponse<NotesResponse, CitedEntry>({
    capBytes: settings.capBytes,
    items: read.cited,
    gaps: lost,
    narrow: narrowEntry,
    build: (shown, gaps, budget) => ({
      schema: "exhibit.notes/1",
      order: "newest first, undated last",
      notes: shown.map((cited) => toNote(parts, cited)),
      noteCount: held.length,
      supersededCount: held.filter(({ supersededBy }) => supersededBy !== "none").length,
      gaps,
      ...composeSignals(
        parts,
        facts,
        shown.map(({ artifact }) => artifact),
      ),
      budget,
    }),
  });
}

/** A memory that cannot be read is not one without notes (PAR-02). */
function standingOf(opened: OpenedEntries, entries: number): StoreStanding {
  const { status } = opened;
  if (status === "ok" || status === "empty") {
    return { name: "memory", status: "ok", reason: "", entries };
  }
  return { name: "memory", status, reason: reasonOf(opened.error), entries: 0 };
}

async function listAll(store: EntryStore, scope: EntryScope): Promise<readonly Entry[]> {
  const dated = await store.list({ scope, order: "newest", kinds: ["note"], limit: EVERY });
  const undated = await store.undated({ scope, kinds: ["note"], limit: EVERY });
  return [...dated.entries, ...undated.entries];
}
