import type { Exhibit } from "../../model/bundle-response.ts";
import { NEED_LABELS, type NeedLabel, type TokenSplit } from "../../model/token-split.ts";

/** What somebody judged an exhibit to be to the task, by its label; `"none"` where nobody judged any. */
export type Judgements = Readonly<Record<string, NeedLabel>> | "none";

/**
 * Splits the admitted tokens by what they were to the task. Without labels every share is `"n/a"` and never 0 (LED-02); with them
 * each token belongs to exactly one share, and what nobody labelled is irrelevant (LED-04).
 */
export function splitTokens(
  exhibits: readonly Pick<Exhibit, "label" | "tokens">[],
  judgements: Judgements,
): TokenSplit {
  const total = exhibits.reduce((sum, { tokens }) => sum + tokens, 0);
  const shares: Record<string, number | "n/a"> = {};
  for (const need of NEED_LABELS) shares[need] = judgements === "none" ? "n/a" : 0;
  if (judgements !== "none") {
    for (const { label, tokens } of exhibits) {
      const need = judgements[label] ?? "irrelevant";
      shares[need] = Number(shares[need]) + tokens;
    }
  }
  // Every need has its share: the loop above wrote each of them.
  return { total, ...(shares as Record<NeedLabel, number | "n/a">) };
}
