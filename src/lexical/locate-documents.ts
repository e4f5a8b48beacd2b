import type { DocumentRecord } from "./document-record.ts";
import { recordOf, recordRange } from "./document-table.ts";
import type { OpenSegment } from "./open-segment.ts";

/** Records fetched at a time: what they stand in is then held at once. */
const BATCH = 4096;

/** Returns the records of documents, in the order they were asked for. */
export async function locateDocuments(
  segment: OpenSegment,
  documents: readonly number[],
): Promise<readonly DocumentRecord[]> {
  const records: DocumentRecord[] = [];
  for (let from = 0; from < documents.length; from += BATCH) {
    const batch = documents.slice(from, from + BATCH);
    const fetched = await segment.files.fetch(
      batch.map((document) => recordRange(segment, document)),
    );
    for (const document of batch) records.push(recordOf(segment, fetched, document));
  }
  return records;
}
