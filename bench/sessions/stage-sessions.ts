import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where one run keeps everything. */
export interface StagedSessions {
  readonly folder: string;
  readonly root: string;
  /** More sessions, imported unmeasured: what is asked about then has as many events as the marks are about. */
  readonly moreRoot: string;
  readonly workspace: string;
  readonly storeFolder: string;
  readonly fts5File: string;
}

/** Returns the places in a folder; the processes that one run starts find them by its name. */
export function stagedIn(folder: string): StagedSessions {
  return {
    folder,
    root: join(folder, "agent"),
    moreRoot: join(folder, "agent-more"),
    workspace: join(folder, "workspace"),
    storeFolder: join(folder, "store"),
    fts5File: join(folder, "fts5.db"),
  };
}

/** Makes a folder for one run. */
export function stageSessions(): StagedSessions & { remove(): void } {
  const staged = stagedIn(mkdtempSync(join(tmpdir(), "exhibit-bench-sessions-")));
  for (const path of [staged.root, staged.moreRoot, staged.workspace]) mkdirSync(path);
  return { ...staged, remove: () => rmSync(staged.folder, { recursive: true, force: true }) };
}
