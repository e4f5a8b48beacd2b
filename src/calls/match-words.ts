import type { ArtifactRef } from "../model/artifact.ts";
import type { BlockKey, ListAnswer, ListQuery, PassageIndex } from "../ports/passage-index.ts";

/** Documents of which the names are read at once. What more documents hold is tested as a list is walked. */
export const MAX_NAMED = 20_000;

/**
 * Which entries hold the words of a question. `all`: none were asked for. `named`: these. `tested`: too many to name, so that
 * whoever has entries asks which of them do.
 */
export type WordMatch =
  | { readonly kind: "all" }
  | { readonly kind: "named"; readonly refs: readonly ArtifactRef[]; readonly answer: ListAnswer }
  | {
      readonly kind: "tested";
      readonly test: (refs: readonly ArtifactRef[]) => Promise<ReadonlySet<ArtifactRef>>;
      readonly answer: ListAnswer;
    };

/** Block of an index that does not decode: an outcome for whoever can mend or replace the index. */
export class DamagedListError extends Error {
  readonly place: string;

  constructor(segmentId: number, block: BlockKey) {
    super(`block ${block.kind} ${block.number} of segment ${segmentId} is damaged`);
    this.name = "DamagedListError";
    this.place = `${block.kind} ${block.number} of segment ${segmentId}`;
  }
}

/** Finds out which documents of an index hold all words. Throws `DamagedListError`. */
export async function matchWords(index: PassageIndex, words: string): Promise<WordMatch> {
  if (words === "") return { kind: "all" };
  const answer = await list(index, { text: words, limit: MAX_NAMED });
  if (answer.documentCount <= answer.artifacts.length) {
    return { kind: "named", refs: answer.artifacts, answer };
  }
  const test = async (refs: readonly ArtifactRef[]): Promise<ReadonlySet<ArtifactRef>> =>
    new Set((await list(index, { text: words, limit: refs.length, among: refs })).artifacts);
  return { kind: "tested", test, answer };
}

/** Keeps of some items those that hold the words. */
export async function keepMatching<Item extends { readonly ref: ArtifactRef }>(
  match: WordMatch,
  items: readonly Item[],
): Promise<readonly Item[]> {
  if (match.kind === "all") return items;
  const refs = items.map(({ ref }) => ref);
  const holding = match.kind === "named" ? new Set(match.refs) : await match.test(refs);
  return items.filter(({ ref }) => holding.has(ref));
}

async function list(index: PassageIndex, query: ListQuery): Promise<ListAnswer> {
  const outcome = await index.list(query);
  if (outcome.status === "ok") return outcome.answer;
  throw new DamagedListError(outcome.segmentId, outcome.block);
}
