import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type {
  TranscriptChunk,
  TranscriptFile,
  TranscriptReader,
  TranscriptRecord,
} from "../../src/ports/transcript-reader.ts";

/** A line as Claude Code writes it, with the fields a test is about. */
export function claudeLine(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    uuid: "u1",
    parentUuid: null,
    isSidechain: false,
    sessionId: "s1",
    cwd: "/home/lee/shop",
    version: "2.1.230",
    timestamp: "2026-08-10T12:00:00.000Z",
    ...fields,
  });
}

/** A folder like `~/.claude`, with these files by relative path. */
export function claudeFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const root = mkdtempSync(join(tmpdir(), "claude-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Reads every listed file of a root from its start. */
export async function readRoot(
  reader: TranscriptReader,
  root: string,
): Promise<readonly TranscriptRecord[]> {
  const records: TranscriptRecord[] = [];
  for (const file of await reader.list(root)) {
    for await (const chunk of reader.read(file, { byte: 0, state: "" })) {
      records.push(...chunk.records);
    }
  }
  return records;
}

/** Reads the chunks of one file from a place on. */
export async function readChunks(
  reader: TranscriptReader,
  file: TranscriptFile,
  from: { readonly byte: number; readonly state: string } = { byte: 0, state: "" },
): Promise<readonly TranscriptChunk[]> {
  const chunks: TranscriptChunk[] = [];
  for await (const chunk of reader.read(file, from)) chunks.push(chunk);
  return chunks;
}
