import { optionInvalid } from "../errors.ts";
import type { SearchOptions } from "../model/engine.ts";
import type { IndexQuery, PassageFilter } from "../ports/passage-index.ts";

/** A question longer than this is cut: what names a passage stands in its first words. */
const MAX_QUERY_CHARS = 100_000;

/** Turns a call's options into a query of the index; globs are compiled only when there are any. */
export async function toIndexQuery(
  text: string,
  options: SearchOptions,
  limit: number,
): Promise<IndexQuery> {
  if (options.ranker !== undefined && !["lexical", "exact", "reference"].includes(options.ranker)) {
    throw optionInvalid("ranker", `must be lexical, exact or reference; got ${options.ranker}`);
  }
  return {
    text: text.slice(0, MAX_QUERY_CHARS),
    ranker: options.ranker ?? "lexical",
    limit,
    excludedWords: options.excludedWords ?? [],
    filter: await toFilter(options),
    explain: options.explain === true,
  };
}

async function toFilter(options: SearchOptions): Promise<PassageFilter> {
  const { sources, paths, kinds, languages, heading } = options;
  const globs = paths ?? [];
  const acceptsPath =
    globs.length === 0
      ? undefined
      : (await import("../pipeline/search/match-paths.ts")).matchPaths(globs);
  return {
    ...(sources === undefined ? {} : { sources }),
    ...(acceptsPath === undefined ? {} : { acceptsPath }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(languages === undefined ? {} : { languages }),
    ...(heading === undefined || heading === "" ? {} : { heading }),
  };
}
