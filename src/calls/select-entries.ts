import type { ArtifactRef } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { demoteReplaced, rankStore } from "../pipeline/search/fuse-candidates.ts";
import type { EntryStore } from "../ports/entry-store.ts";
import {
  type IndexAnswer,
  type IndexCandidate,
  type IndexOutcome,
  type IndexQuery,
  MAX_CANDIDATES,
} from "../ports/passage-index.ts";
import type { CallParts } from "./session.ts";
import type { FoundEntries } from "./store-answer.ts";
import type { StoreQuestion } from "./store-question.ts";

export type SelectOutcome =
  | { readonly status: "ok"; readonly found: FoundEntries }
  | Extract<IndexOutcome, { readonly status: "damaged" }>;

/** So many entries are listed when what may not be seen has to be named to the index. */
const EVERY = 1_000_000_000;

/**
 * Searches one store for candidates that lie in the scope. The index knows nothing of scopes and sessions: it is asked for
 * more until enough of what it finds may be seen, and at last told which paths may not.
 */
export async function selectEntries(
  parts: Pick<CallParts, "entryIndexes">,
  store: EntryStore,
  question: StoreQuestion,
): Promise<SelectOutcome> {
  const { query } = question;
  const index = parts.entryIndexes.of(store);
  // What was replaced may rank far above what replaced it, and the answer must have both to put them in order.
  const first = store.name === "memory" ? MAX_CANDIDATES : query.limit;
  for (const limit of new Set([first, MAX_CANDIDATES])) {
    const outcome = await index.search({ ...query, limit });
    if (outcome.status !== "ok") return outcome;
    const { answer } = outcome;
    const visible = await keepVisible(store, question, answer.candidates);
    const isAll = answer.candidates.length < limit;
    if (isAll || visible.candidates.length >= query.limit) {
      return { status: "ok", found: await rank(store, { ...visible, answer }, question) };
    }
  }
  const outcome = await index.search(await withoutHidden(store, question));
  if (outcome.status !== "ok") return outcome;
  const visible = await keepVisible(store, question, outcome.answer.candidates);
  const found = await rank(store, { ...visible, answer: outcome.answer }, question);
  return { status: "ok", found };
}

interface Visible {
  readonly candidates: readonly IndexCandidate[];
  readonly entries: ReadonlyMap<string, Entry>;
}

/** The store decides what exists within the scope; an entry that changed since it was indexed is no candidate either. */
async function keepVisible(
  store: EntryStore,
  { scope, excludedSessions }: StoreQuestion,
  candidates: readonly IndexCandidate[],
): Promise<Visible> {
  const refs = [...new Set(candidates.map(({ artifact }) => artifact))];
  const found = await store.entries(refs, scope);
  const entries = new Map<string, Entry>();
  for (const entry of found) {
    const isExcluded = entry.session !== "none" && excludedSessions.includes(entry.session.id);
    if (!isExcluded) entries.set(entry.ref, entry);
  }
  const kept = candidates.filter(
    ({ artifact, version }) => entries.get(artifact)?.version === version,
  );
  return { candidates: kept, entries };
}

async function rank(
  store: EntryStore,
  { candidates, entries, answer }: Visible & { readonly answer: IndexAnswer },
  { scope, query }: StoreQuestion,
): Promise<FoundEntries> {
  // Words that only hidden entries hold are held by nothing that may be seen: anything else would tell that they are there.
  const isAllHidden = candidates.length === 0 && answer.candidates.length > 0;
  const own = isAllHidden
    ? { ...answer, candidates, unmatchedWords: answer.words }
    : { ...answer, candidates };
  const ranked = rankStore(own);
  const replacements = await readReplacements(store, [...entries.values()], scope);
  const ordered =
    replacements.size === 0
      ? ranked
      : demoteReplaced(ranked, (artifact) => replacements.get(artifact) ?? "none");
  return { answer: own, ranked: ordered.slice(0, query.limit), entries };
}

/** What replaced what, followed from the candidates on, those between them included. */
async function readReplacements(
  store: EntryStore,
  candidates: readonly Entry[],
  scope: StoreQuestion["scope"],
): Promise<ReadonlyMap<string, ArtifactRef>> {
  const replacements = new Map<string, ArtifactRef>();
  for (let entries = candidates; entries.length > 0; ) {
    const next: ArtifactRef[] = [];
    for (const { ref, supersededBy } of entries) {
      if (supersededBy === "none" || replacements.has(ref)) continue;
      replacements.set(ref, supersededBy);
      next.push(supersededBy);
    }
    entries = next.length === 0 ? [] : await store.entries(next, scope);
  }
  return replacements;
}

/** The question with every entry that may not be seen ruled out by its path: exact, and only needed where those are many. */
async function withoutHidden(
  store: EntryStore,
  { query, scope, excludedSessions }: StoreQuestion,
): Promise<IndexQuery> {
  const hidden = new Set<string>();
  const hide = async (window: {
    readonly scope: StoreQuestion["scope"];
    readonly sessions?: readonly string[];
  }): Promise<void> => {
    const dated = await store.list({ ...window, order: "newest", limit: EVERY });
    const undated = await store.undated({ ...window, limit: EVERY });
    for (const { path } of [...dated.entries, ...undated.entries]) hidden.add(path);
  };
  if (scope.quarantined === "hidden") await hide({ scope: { quarantined: "only" } });
  if (excludedSessions.length > 0) {
    await hide({ scope: { quarantined: "shown" }, sessions: excludedSessions });
  }
  const { acceptsPath } = query.filter;
  const filter = {
    ...query.filter,
    acceptsPath: (path: string) => !hidden.has(path) && (acceptsPath?.(path) ?? true),
  };
  return { ...query, filter };
}
