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
  const [claudeCode, codex, gemini, plain] = await Promise.all([
    import("./sources/sessions/claude-code/claude-code-reader.ts"),
    import("./sources/sessions/codex/codex-reader.ts"),
    import("./sources/sessions/gemini/gemini-reader.ts"),
    import("./sources/sessions/jsonl/plain-reader.ts"),
  ]);
  const { env } = process;
  const home = homedir();
  return [
    claudeCode.openClaudeCodeReader({ home, env }),
    codex.openCodexReader({ home, codexHome: env["CODEX_HOME"] ?? "" }),
    gemini.openGeminiReader({ home }),
    plain.openPlainReader({ spool }),
  ];
}
