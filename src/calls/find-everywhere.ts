import type { SourceName, StoreName } from "../model/artifact.ts";
import { STORE_NAMES } from "../model/artifact.ts";
import type { RefreshMode } from "../model/engine.ts";
import type { Found } from "../pipeline/search/find-candidates.ts";
import {
  type FusedCandidate,
  fuseCandidates,
  type RankedStore,
  rankStore,
} from "../pipeline/search/fuse-candidates.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import type { IndexAnswer, IndexQuery } from "../ports/passage-index.ts";
import { findInContent, type OpenedContent, openContent } from "./ask-content.ts";
import { askStores } from "./ask-stores.ts";
import type { CallParts } from "./session.ts";
import type { StoreAnswer } from "./store-answer.ts";

/** Files and records share one store and one index, so they are one in a merge. */
export type SearchedStore = "content" | StoreName;

/** A question to everything that can be searched. */
export interface EverywhereQuestion {
  readonly query: IndexQuery;
  /** Left out: everything. */
  readonly sources: readonly SourceName[] | undefined;
  readonly scope: EntryScope;
  readonly excludedSessions: readonly string[];
  readonly mode: RefreshMode;
}

/** What every store said, and the candidates of all of them in one order. */
export interface FoundEverywhere {
  readonly content: OpenedContent;
  /** False when only stores of entries were asked: how the content store stands is then no part of the answer's gaps. */
  readonly asksContent: boolean;
  /** What was found in the workspace's texts; `none` when they were not asked or did not answer. */
  readonly found: Found | "none";
  readonly stores: readonly StoreAnswer[];
  readonly answers: readonly IndexAnswer[];
  readonly candidates: readonly FusedCandidate<SearchedStore>[];
}

/**
 * Asks the workspace's texts and every store of entries by itself, and merges what they found (STO-03, STO-04). Refuses as
 * the content store does only where no store of entries could answer in its place.
 */
export async function findEverywhere(
  parts: CallParts,
  question: EverywhereQuestion,
): Promise<FoundEverywhere> {
  const { query, sources, mode } = question;
  const asksContent = sources === undefined || sources.some((name) => !isStore(name));
  const asked =
    sources === undefined ? STORE_NAMES : STORE_NAMES.filter((n) => sources.includes(n));
  // Where its texts are not asked for, nothing is refreshed and no damage of theirs is mended.
  const content = await openContent(parts, asksContent ? mode : "off");
  const found =
    content.session === "none" || !asksContent
      ? "none"
      : await findInContent(parts, content.session, { query, mode });
  const stores = await askStores(parts, { ...question, query: ofEntries(query), asked });
  if (content.failure !== "none" && !stores.some(hasAnswered)) throw content.failure;
  const ranked: RankedStore<SearchedStore>[] = [
    { store: "content", candidates: found === "none" ? [] : rankStore(found.answer) },
    ...stores.map((answer) => ({
      store: answer.standing.name,
      candidates: answer.found === "none" ? [] : answer.found.ranked,
    })),
  ];
  return {
    content,
    asksContent,
    found,
    stores,
    answers: [
      ...(found === "none" ? [] : [found.answer]),
      ...stores.flatMap((store) => (store.found === "none" ? [] : [store.found.answer])),
    ],
    candidates: fuseCandidates(ranked).slice(0, query.limit),
  };
}

function isStore(name: SourceName): name is StoreName {
  return name !== "files" && name !== "records";
}

function hasAnswered({ found }: StoreAnswer): boolean {
  return found !== "none";
}

/** A store holds nothing but its own entries: the sources of a filter are no filter there. */
function ofEntries(query: IndexQuery): IndexQuery {
  const { sources: _sources, ...filter } = query.filter;
  return { ...query, filter };
}
