import type { TranscriptChunk, TranscriptRecord } from "../../ports/transcript-reader.ts";

const CHUNK_CHARACTERS = 1024 * 1024;
const CHUNK_RECORDS = 2000;

/** Gathers the records of a file that is always read as a whole into chunks. The last one says that all of it was read. */
export async function* gatherChunks(
  groups: AsyncIterable<readonly TranscriptRecord[]>,
  size: number,
): AsyncGenerator<TranscriptChunk> {
  let records: TranscriptRecord[] = [];
  let characters = 0;
  for await (const group of groups) {
    records.push(...group);
    for (const record of group) characters += record.type === "event" ? record.text.length : 0;
    if (characters < CHUNK_CHARACTERS && records.length < CHUNK_RECORDS) continue;
    yield { records, readBytes: 0, state: "", tornBytes: 0 };
    records = [];
    characters = 0;
  }
  yield { records, readBytes: size, state: "", tornBytes: 0 };
}
