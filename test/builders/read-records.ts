import { statSync, writeFileSync } from "node:fs";
import type {
  TranscriptChunk,
  TranscriptFile,
  TranscriptReader,
  TranscriptRecord,
} from "../../src/ports/transcript-reader.ts";

/** Returns a file as a reader's list has it. */
export function transcriptFile(path: string): TranscriptFile {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return { path, size: Number(size), mtimeNs };
}

/** Reads a file from a place on, and returns all records and where reading ended. */
export async function readRecords(
  reader: TranscriptReader,
  path: string,
  from: { readonly byte: number; readonly state: string } = { byte: 0, state: "" },
): Promise<TranscriptChunk> {
  let last: TranscriptChunk = { ...from, readBytes: from.byte, records: [], tornBytes: 0 };
  const records: TranscriptRecord[] = [];
  for await (const chunk of reader.read(transcriptFile(path), from)) {
    records.push(...chunk.records);
    last = chunk;
  }
  return { ...last, records };
}

/** Writes a file up to each of these bytes in turn, reads what is new each time, and returns all records. */
export async function readWhileGrowing(
  reader: TranscriptReader,
  path: string,
  { content, cuts }: { readonly content: Buffer; readonly cuts: readonly number[] },
): Promise<readonly TranscriptRecord[]> {
  const records: TranscriptRecord[] = [];
  let from = { byte: 0, state: "" };
  for (const cut of [...cuts, content.length]) {
    writeFileSync(path, content.subarray(0, cut));
    const read = await readRecords(reader, path, from);
    records.push(...read.records);
    from = { byte: read.readBytes, state: read.state };
  }
  return records;
}

/** Returns one short line for a record, for comparing a whole listing. */
export function listed(record: TranscriptRecord): string {
  switch (record.type) {
    case "event": {
      const { kind, marks, role, session, text, time } = record;
      const marked = marks.length === 0 ? "" : ` [${marks.join(" ")}]`;
      return `${session.id} ${time.basis} ${time.at} ${role} ${kind}${marked}: ${text}`;
    }
    case "skipped":
      return `skipped ${record.reason}`;
    case "unknown":
      return `unknown ${record.recordType}`;
    case "broken":
      return `broken: ${record.problem}`;
    case "title":
      return `title: ${record.title}`;
    case "marked":
      return `marked ${record.nativeId} ${record.add.join(" ")}`;
  }
}
