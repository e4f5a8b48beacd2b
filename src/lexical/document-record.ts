import type { ArtifactKind, ArtifactRef, SourceName } from "../model/artifact.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

/** What the index keeps of a document beside its words. */
export interface DocumentRecord {
  readonly artifact: ArtifactRef;
  readonly version: string;
  readonly source: SourceName;
  readonly path: string;
  readonly kind: ArtifactKind;
  readonly language: string;
  /** Words with a position in all its passages and fields. */
  readonly tokenCount: number;
  /** Those of them in headings of passages and in bodies: the document's length when it is weighed as a whole. */
  readonly proseCount: number;
}

/** Appends a record to `documents`. */
export function writeDocument(writer: ByteWriter, document: DocumentRecord): void {
  writer.string(document.artifact);
  writer.string(document.version);
  writer.string(document.source);
  writer.string(document.path);
  writer.string(document.kind);
  writer.string(document.language);
  writer.varint(document.tokenCount);
  writer.varint(document.proseCount);
}

/** Reads the record at the reader's position. */
export function readDocument(reader: ByteReader): DocumentRecord {
  return {
    artifact: reader.string() as ArtifactRef,
    version: reader.string(),
    source: reader.string() as SourceName,
    path: reader.string(),
    kind: reader.string() as ArtifactKind,
    language: reader.string(),
    tokenCount: reader.varint(),
    proseCount: reader.varint(),
  };
}

/** The order of documents in a segment and of ties in an answer: artifact by UTF-16 units, then version. */
export function compareDocuments(
  left: { readonly artifact: string; readonly version: string },
  right: { readonly artifact: string; readonly version: string },
): number {
  return compareText(left.artifact, right.artifact) || compareText(left.version, right.version);
}

/** Compares by UTF-16 units, the same on every machine. */
function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
