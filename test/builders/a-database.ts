import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { onTestFinished } from "vitest";
import {
  loadDriver,
  type SqliteDatabase,
  type SqliteValue,
} from "../../src/stores/sqlite/driver.ts";

/** A table as its owner made it: `columns` is SQL, each row is a list of values. */
export interface TableSeed {
  readonly columns: string;
  readonly rows: readonly (readonly SqliteValue[])[];
}

/**
 * Writes a database of another program and leaves it open, as its owner has it; closed when the test ends at the latest. `wal`
 * keeps everything written in the log.
 */
export async function aDatabase(
  path: string,
  tables: Readonly<Record<string, TableSeed>>,
  log: "wal" | "delete" = "delete",
): Promise<SqliteDatabase> {
  mkdirSync(dirname(path), { recursive: true });
  const database = (await loadDriver()).open(path, { readOnly: false, timeout: 0 });
  onTestFinished(() => {
    try {
      database.close();
    } catch {
      // The test closed it.
    }
  });
  database.exec(`PRAGMA journal_mode = ${log}; PRAGMA wal_autocheckpoint = 0`);
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    database.exec(`CREATE TABLE "${name}" (${columns})`);
    for (const row of rows) insertRow(database, name, row);
  }
  return database;
}

/** Adds one row. As literals: a driver that cannot finalize statements would keep the file open behind `close`. */
export function insertRow(
  database: SqliteDatabase,
  table: string,
  row: readonly SqliteValue[],
): void {
  database.exec(`INSERT INTO "${table}" VALUES (${row.map(toLiteral).join(", ")})`);
}

function toLiteral(value: SqliteValue): string {
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString("hex")}'`;
  if (typeof value !== "string") return String(value);
  return `CAST(X'${Buffer.from(value).toString("hex")}' AS TEXT)`;
}
