import { EngineError } from "../errors.ts";
import { STORE_NAMES, type StoreName } from "../model/artifact.ts";
import type { Gap } from "../model/gap.ts";
import type { CallParts } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** What indexing the stores of entries did. */
export interface IndexedStores {
  readonly entries: number;
  readonly gaps: readonly Gap[];
}

/**
 * Brings the index of every store of entries up to date, however much that is; `rebuild` makes it anew. One that cannot be
 * written is reported and keeps none of the others from it.
 */
export async function indexStores(
  parts: Pick<CallParts, "entries" | "entryIndexes" | "kit">,
  rebuild: boolean,
): Promise<IndexedStores> {
  let entries = 0;
  const gaps: Gap[] = [];
  for (const name of STORE_NAMES) {
    const outcome = await parts.entryIndexes.inTurn(name, () => indexOne(parts, name, rebuild));
    if (typeof outcome === "number") entries += outcome;
    else gaps.push(outcome);
  }
  return { entries, gaps };
}

async function indexOne(
  parts: Pick<CallParts, "entries" | "kit">,
  name: StoreName,
  rebuild: boolean,
): Promise<number | Gap> {
  const failed = (error: EngineError): Gap => ({
    code: "source_failed",
    subject: name,
    detail: reasonOf(error),
  });
  const opened = await parts.entries.read(name);
  if (opened.status === "empty") return 0;
  if (opened.status !== "ok") return failed(opened.error);
  const { indexStore, openIndexed } = await import("./stand-index.ts");
  try {
    if (rebuild) await (await parts.entries.write(name)).dropIndex();
    const { behind } = await openIndexed(parts, name);
    return behind === 0 ? 0 : await indexStore(parts, name);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return failed(error);
  }
}
