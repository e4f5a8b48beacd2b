import { sweepSegments } from "./entry-index.ts";
import type { EntryTables } from "./entry-rows.ts";
import { rewriteDatabase } from "./rewrite-database.ts";

/**
 * Rewrites the file without free pages, segments that were replaced and the copies a migration left, and empties its log.
 * Refuses with `store_busy` when a reader is in the way of any of it: then call it again.
 */
export function scrubDatabase(
  { connection, ...tables }: EntryTables,
  afterStep: (step: string) => void,
): void {
  connection.write(() => sweepSegments({ connection, ...tables }, 1));
  afterStep("scrub: swept");
  rewriteDatabase(connection, afterStep);
}
