import { join } from "node:path";
import type {
  TranscriptChunk,
  TranscriptFile,
  TranscriptReader,
} from "../../../ports/transcript-reader.ts";
import { listTranscripts } from "../list-transcripts.ts";
import { readAppended } from "../read-appended.ts";
import { listMissingSessions } from "./missing-sessions.ts";
import { readSpilledFile } from "./read-spilled-file.ts";
import { isEntered, isTranscript, placeOf } from "./transcript-place.ts";
import { openTranscript } from "./transcript-reading.ts";

/** Where this machine keeps what Claude Code writes. */
export interface ClaudeCodePlace {
  /** Absolute: the user's home folder. */
  readonly home: string;
  /** The environment; `CLAUDE_CONFIG_DIR` of it names another folder than `.claude`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Returns the reader of Claude Code's transcripts: sessions, their sub-agents and outputs too big for either. */
export function openClaudeCodeReader({ home, env = {} }: ClaudeCodePlace): TranscriptReader {
  return {
    agent: "claude-code",
    growth: "append",
    defaultRoot: env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"),
    list,
    read,
    async listMissing(root) {
      const places = (await list(root)).map((file) => placeOf(file.path));
      const sessions = places.filter((place) => place.kind === "session");
      return listMissingSessions(root, new Set(sessions.map((place) => place.sessionId)));
    },
  };
}

function list(root: string): Promise<readonly TranscriptFile[]> {
  return listTranscripts({ agent: "claude-code", root, isTranscript, isEntered });
}

async function* read(
  file: TranscriptFile,
  from: { readonly byte: number; readonly state: string },
): AsyncGenerator<TranscriptChunk> {
  const place = placeOf(file.path);
  if (place.kind === "spilled") {
    yield readSpilledFile(file, place);
    return;
  }
  const open = (saved: unknown) => openTranscript(place, saved);
  yield* readAppended({ agent: "claude-code", file, from, open });
}
