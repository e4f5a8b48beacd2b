import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Transcripts } from "./calls/session.ts";
import { systemFileBytes } from "./host/file-bytes.ts";
import type { TranscriptReader } from "./ports/transcript-reader.ts";

/** Returns the readers of every agent this program knows. `sharedFolder` is the project's, where hooks leave their spool. */
export function openTranscripts(sharedFolder: string): Transcripts {
  return {
    readers: () => loadReaders(join(sharedFolder, "spool")),
    bytes: systemFileBytes,
    wait: (ms) => setTimeout(ms),
  };
}

/** Nothing of them is loaded before an import needs it. */
async function loadReaders(spool: string): Promise<readonly TranscriptReader[]> {
  const [codex, plain] = await Promise.all([
    import("./sources/sessions/codex/codex-reader.ts"),
    import("./sources/sessions/jsonl/plain-reader.ts"),
  ]);
  const home = homedir();
  const { CODEX_HOME: codexHome = "" } = process.env;
  return [codex.openCodexReader({ home, codexHome }), plain.openPlainReader({ spool })];
}
