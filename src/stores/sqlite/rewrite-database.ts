import { rmSync } from "node:fs";
import { storeBusy } from "../../errors.ts";
import type { Connection } from "./connection.ts";
import { copiesBeforeMigration } from "./migration-copy.ts";

/**
 * Rewrites a file without free pages, removes the copies a migration left, and empties its log: nothing that was deleted is
 * left in any of them. Refuses with `store_busy` when a reader is in the way: then call it again.
 */
export function rewriteDatabase(
  connection: Connection,
  afterStep: (step: string) => void = () => undefined,
): void {
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
