import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Transcripts } from "./calls/session.ts";
import { systemFileBytes } from "./host/file-bytes.ts";
import type { NoteSource } from "./ports/note-source.ts";
import type { TranscriptReader } from "./ports/transcript-reader.ts";

/**
 * Returns the readers of every agent this program knows, and of the note files that agents keep. `sharedFolder` is the project's,
 * where hooks leave their spool.
 */
export function openTranscripts({
  roots,
  sharedFolder,
}: {
  readonly roots: readonly string[];
  readonly sharedFolder: string;
}): Transcripts {
  return {
    readers: () => loadReaders(join(sharedFolder, "spool")),
    noteSources: () => loadNoteSources(roots),
    bytes: systemFileBytes,
    wait: (ms) => setTimeout(ms),
  };
}

/** Nothing of them is loaded before an import needs it. */
async function loadReaders(spool: string): Promise<readonly TranscriptReader[]> {
  const [claudeCode, codex, gemini, plain, openCode, cursor, tables] = await Promise.all([
    import("./sources/sessions/claude-code/claude-code-reader.ts"),
    import("./sources/sessions/codex/codex-reader.ts"),
    import("./sources/sessions/gemini/gemini-reader.ts"),
    import("./sources/sessions/jsonl/plain-reader.ts"),
    import("./sources/sessions/opencode/opencode-reader.ts"),
    import("./sources/sessions/cursor/cursor-reader.ts"),
    import("./stores/sqlite/foreign-tables.ts"),
  ]);
  const { env } = process;
  const home = homedir();
  const openTables = tables.createForeignTablesOpener();
  return [
    claudeCode.openClaudeCodeReader({ home, env }),
    codex.openCodexReader({ home, codexHome: env["CODEX_HOME"] ?? "" }),
    gemini.openGeminiReader({ home }),
    openCode.openOpenCodeReader(
      { home, xdgDataHome: env["XDG_DATA_HOME"] ?? "", opencodeDb: env["OPENCODE_DB"] ?? "" },
      openTables,
    ),
    cursor.openCursorReader(
      {
        home,
        platform: process.platform,
        appData: env["APPDATA"] ?? "",
        xdgConfigHome: env["XDG_CONFIG_HOME"] ?? "",
      },
      openTables,
    ),
    plain.openPlainReader({ spool }),
  ];
}

async function loadNoteSources(projectRoots: readonly string[]): Promise<readonly NoteSource[]> {
  const [memory, instructions] = await Promise.all([
    import("./sources/notes/claude-memory.ts"),
    import("./sources/notes/instruction-files.ts"),
  ]);
  const { env } = process;
  const home = homedir();
  const claudeFolder = env["CLAUDE_CONFIG_DIR"] || join(home, ".claude");
  const agentFolders = [claudeFolder, env["CODEX_HOME"] || join(home, ".codex")];
  return [
    memory.openClaudeMemory({ claudeFolder }),
    instructions.openInstructionFiles({ home, agentFolders, projectRoots }),
  ];
}
