import { rmSync } from "node:fs";
import { storeBusy } from "../../errors.ts";
import { sweepSegments } from "./entry-index.ts";
import type { EntryTables } from "./entry-rows.ts";
import { copiesBeforeMigration } from "./migration-copy.ts";

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
  for (const copy of copiesBeforeMigration(connection.path)) rmSync(copy, { force: true });
  connection.exec("VACUUM");
  afterStep("scrub: rewritten");
  emptyLog(connection.path, () => connection.all("PRAGMA wal_checkpoint(TRUNCATE)"));
  afterStep("scrub: log emptied");
}

/** A checkpoint that could not finish says so in its answer and not by an error. */
function emptyLog(path: string, checkpoint: () => readonly unknown[]): void {
  const [outcome] = checkpoint() as readonly { readonly busy: number }[];
  if (outcome === undefined || outcome.busy !== 0) throw storeBusy(path);
}
