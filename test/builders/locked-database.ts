import { DatabaseSync } from "@photostructure/sqlite";
import { onTestFinished } from "vitest";

/** Locks a database file against everybody, readers included, until the test ends. */
export async function lockDatabase(path: string): Promise<void> {
  const holder = new DatabaseSync(path);
  onTestFinished(() => holder.close());
  // In its own log mode a writer keeps no reader out; in exclusive mode it does.
  holder.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
}
