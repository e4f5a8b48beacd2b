import type { EntryStoreSizes } from "../../ports/entry-store.ts";
import type { Connection } from "./connection.ts";
import { sizeOf } from "./data-folder.ts";

/** Measures a store as it is now. */
export function measureEntries(connection: Connection): EntryStoreSizes {
  const sum = (sql: string): number => connection.get<{ bytes: number }>(sql)?.bytes ?? 0;
  return {
    databaseBytes: sizeOf(connection.path),
    walBytes: sizeOf(`${connection.path}-wal`),
    textBytes: sum("SELECT total(length(bytes)) AS bytes FROM text_blocks"),
    indexBytes: sum("SELECT total(packed_bytes) AS bytes FROM segments"),
  };
}
