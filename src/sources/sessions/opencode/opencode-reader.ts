import { lstat } from "node:fs/promises";
import { basename, isAbsolute, join } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import type { OpenForeignTables } from "../../../ports/foreign-tables.ts";
import type { TranscriptFile, TranscriptReader } from "../../../ports/transcript-reader.ts";
import { withItsLog } from "../foreign-record.ts";
import { codeOf, listTranscripts } from "../list-transcripts.ts";
import { readDatabase } from "./read-database.ts";
import { readTree, withItsParts } from "./read-tree.ts";

/** Where this machine keeps what OpenCode writes. */
export interface OpenCodePlace {
  /** Absolute: the user's home folder. */
  readonly home: string;
  /** `XDG_DATA_HOME`; empty where it is not set. */
  readonly xdgDataHome: string;
  /** `OPENCODE_DB`, a file; empty where it is not set. */
  readonly opencodeDb: string;
}

/** One for each release channel. */
const DATABASE = /^opencode(?:-[^/]*)?\.db$/;
const SESSION_FILE = /^storage\/session\/[^/]+\/[^/]+\.json$/;
const ENTERED = /^storage(?:\/session(?:\/[^/]+)?)?$/;

/**
 * Returns the reader of OpenCode's sessions: `opencode*.db`, and the tree of JSON files that came before it. What stands in both
 * has the same ids and is one entry. The root is OpenCode's data folder, or one database file.
 */
export function openOpenCodeReader(
  place: OpenCodePlace,
  openTables: OpenForeignTables,
): TranscriptReader {
  return {
    agent: "opencode",
    growth: "whole",
    defaultRoot: rootOf(place),
    list,
    read: (file) => (isDatabase(file.path) ? readDatabase(file, openTables) : readTree(file)),
    // OpenCode keeps no list of sessions beside the sessions.
    listMissing: async () => [],
  };
}

function rootOf({ home, opencodeDb, xdgDataHome }: OpenCodePlace): string {
  const share = xdgDataHome === "" ? join(home, ".local", "share") : xdgDataHome;
  const folder = join(share, "opencode");
  if (opencodeDb === "") return folder;
  return isAbsolute(opencodeDb) ? opencodeDb : join(folder, opencodeDb);
}

async function list(root: string): Promise<readonly TranscriptFile[]> {
  const single = await fileAt(root);
  if (single !== "folder") return [await withItsLog(single)];
  const files = await listTranscripts({
    agent: "opencode",
    root,
    isTranscript: (path) => DATABASE.test(path) || SESSION_FILE.test(path),
    isEntered: (path) => ENTERED.test(path),
  });
  return Promise.all(
    files.map((file) => (isDatabase(file.path) ? withItsLog(file) : withItsParts(file))),
  );
}

async function fileAt(root: string): Promise<TranscriptFile | "folder"> {
  try {
    const stats = await lstat(root, { bigint: true });
    if (!stats.isFile()) return "folder";
    return { path: root, size: Number(stats.size), mtimeNs: stats.mtimeNs };
  } catch (error) {
    throw sourceUnavailable("opencode", root, codeOf(error), error);
  }
}

/** Sessions of the tree are the only other files that are read. */
function isDatabase(path: string): boolean {
  return !basename(path).endsWith(".json");
}
