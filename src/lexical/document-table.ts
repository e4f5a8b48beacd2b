import { type DocumentRecord, readDocument } from "./document-record.ts";
import { type OpenSegment, wholeFile } from "./open-segment.ts";
import type { FetchedFiles, FileRange } from "./segment-files.ts";

/** Where a document's record is. */
export function recordRange(segment: OpenSegment, document: number): FileRange {
  const start = segment.recordOffsets[document] as number;
  const end = segment.recordOffsets[document + 1] as number;
  return { file: "documents", start, length: end - start };
}

/** Reads one record whose range was fetched. */
export function recordOf(
  segment: OpenSegment,
  fetched: FetchedFiles,
  document: number,
): DocumentRecord {
  return readDocument(fetched.reader(recordRange(segment, document)));
}

/** Fetches all records; `recordOf` reads any of them. */
export async function fetchRecords(segment: OpenSegment): Promise<FetchedFiles> {
  return segment.files.fetch([wholeFile("documents", segment.meta.documentBytes)]);
}
