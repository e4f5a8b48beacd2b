import type { BundleRecord } from "../../model/ledger-record.ts";

/** Output of a command names few bundles; a list of them shows none. */
const MAX_IDS = 20;

/** Returns the ids of bundles that a text names, in its order. Whether it shows any of them `givesBundle` says. */
export function bundleIdsIn(text: string): readonly string[] {
  const ids = text.match(/(?<![\w-])B[1-9]\d{0,8}(?![\w-])/g) ?? [];
  return [...new Set(ids)].slice(0, MAX_IDS);
}

/** A stretch of words that no form of a rendering escapes. */
const PLAIN = /[\p{L}\p{N}][\p{L}\p{N}\p{M} ,.;:()_-]*/gu;
/** An exhibit of a word or two might stand in any output. */
const MIN_STRETCH = 8;

/**
 * Returns whether a text that names a bundle also shows it: the words of one of its exhibits stand there, whichever form it was
 * rendered in, and also where the agent cut the middle out. An id alone shows nothing, as in a list of bundles; a bundle without
 * exhibits has nothing that could be used.
 */
export function givesBundle(text: string, { exhibits }: Pick<BundleRecord, "exhibits">): boolean {
  return exhibits.some((exhibit) => {
    const stretch = longest(exhibit.text.match(PLAIN) ?? []);
    return stretch.length >= MIN_STRETCH && text.includes(stretch);
  });
}

function longest(stretches: readonly string[]): string {
  return stretches.reduce((best, each) => (each.length > best.length ? each : best), "").trim();
}
