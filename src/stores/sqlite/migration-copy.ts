import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SqliteDatabase, SqliteDriver } from "./driver.ts";

/** Returns where a database is copied to before it becomes format `to`. */
export function copyBeforeMigration(path: string, to: number): string {
  return `${path}.before-v${to}`;
}

/** Returns the copies of a database that migrations left, finished or not. */
export function copiesBeforeMigration(path: string): readonly string[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  const prefix = `${basename(path)}.before-v`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name));
}

/**
 * Copies a database, its log included, beside itself and onto the disk. Call it while holding the write lock and before
 * changing anything: the copy is then exactly what was there. A copy of this name that a killed migration left is replaced.
 */
export function copyDatabase(driver: SqliteDriver, path: string, copy: string): void {
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  const reader = driver.open(path, { readOnly: true, timeout: 0 });
  try {
    reader.exec(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
  } finally {
    reader.close();
  }
  const file = openSync(unfinished, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, copy);
}

/** Removes the copies of earlier migrations once the migrated database has proved sound. */
export function removeCopies(database: SqliteDatabase, path: string): void {
  const copies = copiesBeforeMigration(path);
  if (copies.length === 0) return;
  const row = database.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
  if (row.quick_check !== "ok") return;
  for (const copy of copies) rmSync(copy, { force: true });
}
