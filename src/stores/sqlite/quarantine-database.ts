import { existsSync, renameSync } from "node:fs";
import { storeReadonly } from "../../errors.ts";

/**
 * Moves a database and the files beside it out of the way and returns its new path, or `"missing"` when there is none.
 * Nothing is deleted: what was damaged can still be looked at. `at` is an ISO time from the caller's clock; the new
 * name is never one that exists. Call it under the refresh lock. Refuses with `store_readonly`.
 */
export function quarantineDatabase(path: string, at: string): string | "missing" {
  if (!existsSync(path)) return "missing";
  const target = freeName(`${path}.damaged-${at.replaceAll(/[^0-9TZ]/g, "")}`);
  try {
    // The log first: left behind, it would be played into the next database of this name.
    for (const suffix of ["-wal", "-shm", ""]) {
      if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
    }
  } catch (error) {
    throw storeReadonly(path, error);
  }
  return target;
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let copy = 2; existsSync(name); copy++) name = `${wanted}-${copy}`;
  return name;
}
