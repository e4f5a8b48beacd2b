import { join } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import type {
  TranscriptChunk,
  TranscriptFile,
  TranscriptReader,
} from "../../../ports/transcript-reader.ts";
import { listTranscripts } from "../list-transcripts.ts";
import { readAppended } from "../read-appended.ts";
import { listMissingThreads, threadIdOf } from "./missing-threads.ts";
import { openRollout } from "./rollout-reading.ts";

/** Where this machine keeps what agents write. */
export interface CodexPlace {
  /** Absolute: the user's home folder. */
  readonly home: string;
  /** `CODEX_HOME`; empty where it is not set. */
  readonly codexHome: string;
}

const ROLLOUT = /(?:^|\/)rollout-[^/]*\.jsonl(?:\.zst)?$/;
const TOP = /^(?:sessions|archived_sessions)(?:\/|$)/;

/** Returns the reader of Codex CLI's rollouts, `sessions/YYYY/MM/DD/rollout-*.jsonl` and `archived_sessions`. */
export function openCodexReader({ home, codexHome }: CodexPlace): TranscriptReader {
  return {
    agent: "codex",
    growth: "append",
    defaultRoot: codexHome === "" ? join(home, ".codex") : codexHome,
    list,
    read: readRollout,
    listMissing: async (root) => listMissingThreads(root, await list(root)),
  };
}

function list(root: string): Promise<readonly TranscriptFile[]> {
  return listTranscripts({
    agent: "codex",
    root,
    isTranscript: (path) => TOP.test(path) && ROLLOUT.test(path),
    isEntered: (path) => TOP.test(path),
  });
}

async function* readRollout(
  file: TranscriptFile,
  from: { readonly byte: number; readonly state: string },
): AsyncGenerator<TranscriptChunk> {
  if (file.path.endsWith(".zst")) {
    const problem =
      "it is compressed with zstd, which Node 20 cannot read (zstd --decompress makes a file that can be read)";
    throw sourceUnavailable("codex", file.path, problem);
  }
  const fileId = threadIdOf(file.path);
  yield* readAppended({ agent: "codex", file, from, open: (saved) => openRollout(fileId, saved) });
}
