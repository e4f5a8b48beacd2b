import type { LedgerEntry } from "../model/ledger-record.ts";
import type { SettledSelection } from "./forget-selection.ts";
import type { CallParts } from "./session.ts";

/** Bundles read at once. */
const PAGE = 200;

/**
 * Returns the bundles that a selection means by themselves: those it names, and where words are its only condition those whose
 * task, rendering, notes or answers hold all of them in some form. A bundle has no agent, no session of a store and no age.
 */
export async function selectBundles(
  parts: Pick<CallParts, "kit" | "ledger">,
  { bundles, words, isOnlyWords }: SettledSelection,
): Promise<readonly string[]> {
  if (!isOnlyWords) return bundles;
  const asked = words.split(/\s+/);
  const holding: string[] = [...bundles];
  let before: string | undefined;
  for (;;) {
    const page = await parts.ledger.list({
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    });
    for (const { id } of page) {
      const entry = await parts.ledger.read(id);
      if (entry !== "unknown" && holdsAll(parts, entry, asked)) holding.push(id);
    }
    before = page.at(-1)?.id;
    if (before === undefined || page.length < PAGE) return holding;
  }
}

function holdsAll(
  { kit }: Pick<CallParts, "kit">,
  { record, uses, outcomes }: LedgerEntry,
  words: readonly string[],
): boolean {
  const said = [
    record.task.text,
    record.rendering,
    ...record.candidates.flatMap(({ title, headingPath }) => [title, ...headingPath]),
    ...outcomes.map(({ note }) => note),
    ...uses.flatMap(({ used, uncitedSentences, unknownCitations }) => [
      ...used.map(({ quote }) => quote),
      ...[...uncitedSentences, ...unknownCitations].map(({ text }) => text),
    ]),
  ].join("\n");
  return words.every((word) => kit.locate(said, [word]).length > 0);
}
