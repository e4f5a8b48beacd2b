import { lstat } from "node:fs/promises";
import { basename, join } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import type { OpenForeignTables } from "../../../ports/foreign-tables.ts";
import type {
  TranscriptChunk,
  TranscriptFile,
  TranscriptReader,
} from "../../../ports/transcript-reader.ts";
import { placeOfBytes, withItsLog } from "../foreign-record.ts";
import { codeOf, listTranscripts } from "../list-transcripts.ts";
import { readChatStore } from "./read-chat-store.ts";
import { readConversations } from "./read-conversations.ts";
import { readTranscript } from "./read-transcript.ts";

/** Where this machine keeps what Cursor writes. */
export interface CursorPlace {
  /** Absolute: the user's home folder. */
  readonly home: string;
  /** As Node names it. */
  readonly platform: string;
  /** `APPDATA` on Windows; empty where it is not set. */
  readonly appData: string;
  /** `XDG_CONFIG_HOME`; empty where it is not set. */
  readonly xdgConfigHome: string;
}

const TRANSCRIPT =
  /^(?:User\/(?:globalStorage|workspaceStorage\/[^/]+)\/state[.]vscdb|projects\/[^/]+\/agent-transcripts\/.*[.](?:jsonl|txt)|chats\/[^/]+\/[^/]+\/store[.]db)$/;
const ENTERED =
  /^(?:User(?:\/(?:globalStorage|workspaceStorage(?:\/[^/]+)?))?|projects(?:\/[^/]+(?:\/agent-transcripts(?:\/.*)?)?)?|chats(?:\/[^/]+(?:\/[^/]+)?)?)$/;

/**
 * Returns the reader of Cursor's conversations: those of its editor (`User/*Storage/…/state.vscdb`) and those of its command line
 * (`projects/…/agent-transcripts`, `chats/…/store.db`). The two programs keep them in two folders: the default root is the
 * editor's, and listing it lists the command line's `~/.cursor` as well.
 */
export function openCursorReader(
  place: CursorPlace,
  openTables: OpenForeignTables,
): TranscriptReader {
  const defaultRoot = editorFolder(place);
  return {
    agent: "cursor",
    growth: "whole",
    defaultRoot,
    list: async (root) => {
      if (root !== defaultRoot) return list(root);
      const commandLine = join(place.home, ".cursor");
      if (!(await isThere(commandLine))) return list(root);
      // Many use only one of the two programs.
      const roots = (await isThere(root)) ? [root, commandLine] : [commandLine];
      const files = (await Promise.all(roots.map(list))).flat();
      return files.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    read: (file) => read(file, openTables),
    // Cursor keeps no list of conversations beside the conversations.
    listMissing: async () => [],
  };
}

function editorFolder({ appData, home, platform, xdgConfigHome }: CursorPlace): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "Cursor");
  if (platform === "win32") {
    return join(appData === "" ? join(home, "AppData", "Roaming") : appData, "Cursor");
  }
  return join(xdgConfigHome === "" ? join(home, ".config") : xdgConfigHome, "Cursor");
}

async function list(root: string): Promise<readonly TranscriptFile[]> {
  const files = await listTranscripts({
    agent: "cursor",
    root,
    isTranscript: (path) => TRANSCRIPT.test(path),
    isEntered: (path) => ENTERED.test(path),
  });
  return Promise.all(
    files.map((file) => (/[.](?:db|vscdb)$/.test(file.path) ? withItsLog(file) : file)),
  );
}

function read(file: TranscriptFile, openTables: OpenForeignTables): AsyncIterable<TranscriptChunk> {
  const name = basename(file.path);
  if (name === "state.vscdb") return readConversations(file, openTables);
  if (name === "store.db") return readChatStore(file, openTables);
  return name.endsWith(".txt") ? countOldTranscript(file) : readTranscript(file);
}

/** Early versions wrote plain text in which a speaker's mark and a speaker's words look the same: counted by name, not guessed at. */
async function* countOldTranscript(file: TranscriptFile): AsyncGenerator<TranscriptChunk> {
  const record = {
    ...{ type: "unknown" as const, recordType: "agent-transcript.txt" },
    ...placeOfBytes(Buffer.alloc(0)),
  };
  yield { records: [record], readBytes: file.size, state: "", tornBytes: 0 };
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw sourceUnavailable("cursor", path, code, error);
  }
}
