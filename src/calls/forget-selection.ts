import { optionInvalid, storeCorrupt } from "../errors.ts";
import { type ArtifactRef, STORE_NAMES, type StoreName } from "../model/artifact.ts";
import type { ForgetSelectionOptions } from "../model/forget-options.ts";
import { DEFAULT_ZONE } from "../model/time-zone.ts";
import { readBound } from "../pipeline/timeline/read-bound.ts";
import type { EntryStore, ForgetReport, ForgetSelection } from "../ports/entry-store.ts";
import type { PassageIndex } from "../ports/passage-index.ts";
import { assertOptions, type OptionNames } from "./call-settings.ts";
import { isStoreName } from "./entry-artifact.ts";
import { openEntries } from "./entry-texts.ts";
import { DamagedListError } from "./match-words.ts";
import { readReference } from "./resolve-reference.ts";
import type { CallParts } from "./session.ts";
import { catchUpIndex, openIndexed, remakeIndex } from "./stand-index.ts";

const NAMES: OptionNames<ForgetSelectionOptions> = {
  references: true,
  sessions: true,
  agents: true,
  query: true,
  before: true,
  retention: true,
  sources: true,
};

/** A bundle's id. A file of such a name is meant by a path: ./B12. */
const BUNDLE = /^B[1-9]\d{0,14}$/;

/** A selection with every part read and checked. */
export interface SettledSelection {
  readonly references: readonly ArtifactRef[] | "any";
  /** Bundles of the ledger, by id. */
  readonly bundles: readonly string[];
  readonly words: string;
  /** True where nothing but words selects: then bundles are searched, too. */
  readonly isOnlyWords: boolean;
  /** What exceeds the retention, in place of every other condition. */
  readonly retention: boolean;
  readonly stores: readonly StoreName[];
  /** What a store selects by itself, beside references and words. */
  readonly conditions: Pick<ForgetSelection, "sessions" | "agents" | "beforeMs">;
}

/**
 * Reads a selection. Refuses one that names nothing: it would be everything or nothing, and neither is what anybody meant.
 */
export function settleSelection(
  parts: CallParts,
  selection: ForgetSelectionOptions,
): SettledSelection {
  assertOptions(selection, NAMES);
  const { references, sessions, agents, query, before, sources = STORE_NAMES } = selection;
  const { retention = false } = selection;
  assertNamesSomething(selection);
  const words = query?.trim() ?? "";
  if (query !== undefined && words === "") throw optionInvalid("query", "it has no words");
  const unknown = sources.find((name) => !isStoreName(name));
  if (unknown !== undefined) {
    throw optionInvalid(
      "sources",
      `${JSON.stringify(unknown)} is none of ${STORE_NAMES.join(", ")}; workspace texts are yours to delete`,
    );
  }
  const given = [references, sessions, agents, before, selection.sources];
  return {
    references:
      references
        ?.filter((text) => !BUNDLE.test(text))
        .map((text) => readReference(parts, text).artifact) ?? "any",
    bundles: references?.filter((text) => BUNDLE.test(text)) ?? [],
    words,
    isOnlyWords: words !== "" && given.every((condition) => condition === undefined),
    retention,
    stores: STORE_NAMES.filter((name) => sources.includes(name)),
    conditions: {
      ...(sessions === undefined ? {} : { sessions }),
      ...(agents === undefined ? {} : { agents }),
      ...(before === undefined ? {} : { beforeMs: readBound("before", before, DEFAULT_ZONE) }),
    },
  };
}

function assertNamesSomething(selection: ForgetSelectionOptions): void {
  const { references, sessions, agents, query, before, retention = false } = selection;
  const given = [references, sessions, agents, query, before].some((part) => part !== undefined);
  if (typeof retention !== "boolean") throw optionInvalid("retention", "it must be true or false");
  if (retention && given) {
    throw optionInvalid("retention", "it selects by itself; give sources beside it, or nothing");
  }
  if (given || retention) return;
  throw optionInvalid(
    "selection",
    "it names nothing; give references, a session, an agent, a query, a date or the retention",
  );
}

/**
 * Returns what a store holds of a selection, in every scope. Words are looked up in the whole index, brought up to date first:
 * what it lacks would be left behind. Refuses with `refresh_failed` where that does not work.
 */
export async function selectFrom(
  parts: CallParts,
  name: StoreName,
  { references, words, conditions }: SettledSelection,
): Promise<ForgetReport> {
  const { store } = await catchUpIndex(parts, name, words === "" ? "off" : "strict");
  const own =
    references === "any"
      ? "any"
      : references.filter((ref) => ref.startsWith(`artifact://${name}/`));
  const holding = words === "" ? "any" : await listMended(parts, store, words);
  const refs = intersect(own, holding);
  if (refs !== "any" && refs.length === 0) return { refs: [], textBytes: 0 };
  // Mending an index opens the store anew.
  const current = await openEntries(parts, name);
  return current.select({ ...conditions, ...(refs === "any" ? {} : { refs }) });
}

function intersect(
  a: readonly ArtifactRef[] | "any",
  b: readonly ArtifactRef[] | "any",
): readonly ArtifactRef[] | "any" {
  if (a === "any") return b;
  if (b === "any") return a;
  const among = new Set(b);
  return a.filter((ref) => among.has(ref));
}

/** A damaged index is made anew: what it cannot name would be left behind. */
async function listMended(
  parts: CallParts,
  store: EntryStore,
  words: string,
): Promise<readonly ArtifactRef[]> {
  try {
    return await listHolding(parts.entryIndexes.of(store), words);
  } catch (error) {
    if (!(error instanceof DamagedListError)) throw error;
    const problem = `its index is damaged (${error.place})`;
    if (!(await remakeIndex(parts, store.name, "strict"))) throw storeCorrupt(store.name, problem);
    const { store: remade } = await openIndexed(parts, store.name);
    return listHolding(parts.entryIndexes.of(remade), words);
  }
}

/** Every document with all the words: first how many there are, then all of them. */
async function listHolding(index: PassageIndex, text: string): Promise<readonly ArtifactRef[]> {
  const ask = async (limit: number) => {
    const outcome = await index.list({ text, limit });
    if (outcome.status === "ok") return outcome.answer;
    throw new DamagedListError(outcome.segmentId, outcome.block);
  };
  const { documentCount } = await ask(1);
  return documentCount === 0 ? [] : (await ask(documentCount)).artifacts;
}
