import { EngineError } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import type { AppendReport, NewEntry } from "../ports/entry-store.ts";
import type { CallParts } from "./session.ts";
import { indexStore } from "./stand-index.ts";

/**
 * Keeps entries in one transaction and makes them searchable. That they are kept never depends on the index: where another
 * process holds it, or a row is damaged, the next search catches up.
 */
export async function keepEntries(
  parts: Pick<CallParts, "entries" | "kit">,
  name: StoreName,
  entries: readonly NewEntry[],
): Promise<AppendReport> {
  const store = await parts.entries.write(name);
  const report = await store.append({ entries, files: [] });
  try {
    await indexStore(parts, name);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
  return report;
}
