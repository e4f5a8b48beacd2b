import type { Connection } from "./connection.ts";
import { deleteSegment } from "./segment-rows.ts";
import { deleteText } from "./text-rows.ts";

/** Segments of this many newest generations stay: a reader may still be in the middle of a query over the last one. */
const KEPT_GENERATIONS = 2;

/** How many rows go in one transaction, so that nobody waits long for the write lock. */
const BATCH = 200;

interface IdRow {
  readonly id: number;
}

/**
 * Removes what no reader can still need: texts that were staged and never published, splits that were never published,
 * and segments that neither the current generation nor the one before names. Every text that any generation ever
 * named is kept, so every citation ever given resolves. A reader slower than two publishes finds blocks missing and reads
 * the current generation again. Call it under the refresh lock and before staging:
 * rows staged by a refresh under way look like leftovers.
 */
export function sweepStore(connection: Connection): void {
  connection.write(() => {
    connection.run("DELETE FROM text_splits WHERE staged = 1");
    connection.run(
      `DELETE FROM generation_segments
       WHERE generation_id <= (SELECT max(id) FROM generations) - ?`,
      KEPT_GENERATIONS,
    );
  });
  inBatches(connection, "SELECT text_id AS id FROM staged_texts", (id) => {
    deleteText(connection, id);
    connection.run("DELETE FROM staged_texts WHERE text_id = ?", id);
  });
  inBatches(
    connection,
    `SELECT id FROM segments WHERE NOT EXISTS (
       SELECT 1 FROM generation_segments WHERE segment_id = segments.id)`,
    (id) => deleteSegment(connection, id),
  );
  giveBackSpace(connection);
}

/** Free pages are reused by the next refresh; the file shrinks only when a quarter of it is free. */
function giveBackSpace(connection: Connection): void {
  const free = connection.get<{ freelist_count: number }>("PRAGMA freelist_count");
  const all = connection.get<{ page_count: number }>("PRAGMA page_count");
  if ((free?.freelist_count ?? 0) * 4 < (all?.page_count ?? 0)) return;
  connection.exec("PRAGMA incremental_vacuum");
}

function inBatches(connection: Connection, query: string, remove: (id: number) => void): void {
  for (;;) {
    const rows = connection.all<IdRow>(`${query} LIMIT ${BATCH}`);
    if (rows.length === 0) return;
    connection.write(() => {
      for (const row of rows) remove(row.id);
    });
  }
}
