import { compareDocuments, type DocumentRecord } from "./document-record.ts";
import { recordOf, recordRange } from "./document-table.ts";
import { documentOf, type OpenSegment } from "./open-segment.ts";

/** A passage's document and its place in it. */
export interface PassageLocation {
  readonly record: DocumentRecord;
  readonly position: number;
}

/** Finds out which documents passages belong to, in the order they were asked for. */
export async function locatePassages(
  segment: OpenSegment,
  passages: readonly number[],
): Promise<readonly PassageLocation[]> {
  const documents = passages.map((passage) => documentOf(segment, passage));
  // What is remembered may be forgotten while this waits: take it first.
  const known = new Map(documents.map((document) => [document, segment.records.get(document)]));
  const unknown = [...known.keys()].filter((document) => known.get(document) === undefined);
  const fetched = await segment.files.fetch(
    unknown.map((document) => recordRange(segment, document)),
  );
  const read = new Map(unknown.map((document) => [document, recordOf(segment, fetched, document)]));
  const located = passages.map((passage, index): PassageLocation => {
    const document = documents[index] as number;
    const record = (known.get(document) ?? read.get(document)) as DocumentRecord;
    return { record, position: passage - (segment.firstPassages[document] as number) };
  });
  for (const [document, record] of read) segment.records.set(document, record);
  return located;
}

/** The order of equals in an answer: artifact, version, position. */
export function compareLocations(left: PassageLocation, right: PassageLocation): number {
  return compareDocuments(left.record, right.record) || left.position - right.position;
}
