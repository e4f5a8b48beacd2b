import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import type { TestWorkspace } from "./a-workspace.ts";
import { aWorkspace } from "./a-workspace.ts";

/**
 * A copy of a workspace whose databases nothing holds open and that have no log beside them. The driver keeps a closed
 * connection's locks until its statements are collected, so a file that this process has used cannot be locked by a test.
 */
export function aSettledCopy(workspace: TestWorkspace): TestWorkspace {
  const copy = aWorkspace();
  cpSync(workspace.root, copy.root, {
    recursive: true,
    filter: (path) => !path.endsWith("-shm") && !path.endsWith("refresh.lock"),
  });
  for (const name of readdirSync(copy.dataFolder)) {
    if (!name.endsWith(".db")) continue;
    const database = new DatabaseSync(join(copy.dataFolder, name));
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  }
  return copy;
}
