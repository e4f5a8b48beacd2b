import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

/** Opens the content database of a data folder behind the program's back, for tests that damage it. */
export function withContentDatabase<T>(
  dataFolder: string,
  use: (db: InstanceType<typeof DatabaseSync>) => T,
): T {
  const db = new DatabaseSync(join(dataFolder, "content.db"));
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Flips one bit in the middle of every index row; the checksums beside them stay. */
export function damageIndexRows(dataFolder: string, store = "content"): number {
  const db = new DatabaseSync(join(dataFolder, `${store}.db`));
  try {
    const rows = db.prepare("SELECT rowid AS id, bytes FROM segment_blocks").all() as {
      id: number;
      bytes: Uint8Array;
    }[];
    for (const { id, bytes } of rows) {
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      db.prepare("UPDATE segment_blocks SET bytes = ? WHERE rowid = ?").run(bytes, id);
    }
    return rows.length;
  } finally {
    db.close();
  }
}

/** Flips one bit in the middle of every block of texts that a store of entries keeps. */
export function damageEntryTexts(dataFolder: string, store: string): void {
  const db = new DatabaseSync(join(dataFolder, `${store}.db`));
  try {
    const rows = db.prepare("SELECT id, bytes FROM text_blocks").all() as {
      id: number;
      bytes: Uint8Array;
    }[];
    for (const { id, bytes } of rows) {
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      db.prepare("UPDATE text_blocks SET bytes = ? WHERE id = ?").run(bytes, id);
    }
  } finally {
    db.close();
  }
}
