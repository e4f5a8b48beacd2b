import { storeCorrupt } from "../../errors.ts";
import type {
  BlockKey,
  BlockOutcome,
  LiveSegment,
  SegmentBlock,
} from "../../ports/passage-index.ts";
import type { Connection } from "./connection.ts";
import { packBlock, unpackBlock } from "./packed-block.ts";
import { seal, unseal } from "./seal.ts";
import { requireBlob, requireCount } from "./stored-value.ts";

interface LiveSegmentRow {
  readonly segment_id: number;
  readonly document_count: number;
  readonly passage_count: number;
  readonly liveness: Uint8Array | null;
}

interface BlockRow {
  readonly number: number;
  readonly raw_bytes: number;
  readonly crc32: number;
  readonly bytes: Uint8Array;
}

/** Returns the segments of a generation in the order they were published. */
export function listSegments(connection: Connection, generation: number): readonly LiveSegment[] {
  return connection
    .all<LiveSegmentRow>(
      `SELECT segment_id, document_count, passage_count, liveness FROM generation_segments
       WHERE generation_id = ? ORDER BY position`,
      generation,
    )
    .map((row) => fromRow(connection, row));
}

/** Names a segment as part of a generation. Call it inside the publishing transaction. */
export function insertLiveSegment(
  connection: Connection,
  segment: LiveSegment,
  generation: number,
  position: number,
): void {
  connection.run(
    `INSERT INTO generation_segments
       (generation_id, position, segment_id, document_count, passage_count, liveness)
     VALUES (?, ?, ?, ?, ?, ?)`,
    generation,
    position,
    segment.id,
    segment.documentCount,
    segment.passageCount,
    segment.liveness === "all" ? null : seal(segment.liveness),
  );
}

/** Starts a segment; its id is never used again, even when the segment is swept. */
export function insertSegment(connection: Connection): number {
  return connection.run("INSERT INTO segments (packed_bytes) VALUES (0)");
}

/** Adds rows to a segment. Call it inside a write transaction; a key that exists is refused. */
export function insertBlocks(
  connection: Connection,
  segmentId: number,
  blocks: readonly SegmentBlock[],
): void {
  let packedBytes = 0;
  for (const block of blocks) {
    const { bytes, rawBytes, crc32 } = packBlock(block.bytes);
    packedBytes += bytes.length;
    connection.run(
      `INSERT INTO segment_blocks (segment_id, kind, number, raw_bytes, crc32, bytes)
       VALUES (?, ?, ?, ?, ?, ?)`,
      segmentId,
      block.kind,
      block.number,
      rawBytes,
      crc32,
      bytes,
    );
  }
  connection.run(
    "UPDATE segments SET packed_bytes = packed_bytes + ? WHERE id = ?",
    packedBytes,
    segmentId,
  );
}

/** Reads rows and checks each; outcomes stand in the order of the keys. Call it inside a read transaction. */
export function readBlocks(
  connection: Connection,
  segmentId: number,
  keys: readonly BlockKey[],
): readonly BlockOutcome[] {
  const found = new Map<string, ReadonlyMap<number, BlockOutcome>>();
  for (const kind of new Set(keys.map((key) => key.kind))) {
    const numbers = keys.filter((key) => key.kind === kind).map((key) => key.number);
    found.set(kind, readKind(connection, segmentId, { kind, numbers }));
  }
  return keys.map((key) => found.get(key.kind)?.get(key.number) ?? "missing");
}

/** One statement for all rows of a kind: a question reads a hundred of them, and a call each would cost more than the rows. */
function readKind(
  connection: Connection,
  segmentId: number,
  wanted: { readonly kind: string; readonly numbers: readonly number[] },
): ReadonlyMap<number, BlockOutcome> {
  const rows = connection.all<BlockRow>(
    `SELECT number, raw_bytes, crc32, bytes FROM segment_blocks
     WHERE segment_id = ? AND kind = ? AND number IN (SELECT value FROM json_each(?))`,
    segmentId,
    wanted.kind,
    JSON.stringify(wanted.numbers),
  );
  return new Map(
    rows.map((row) => [
      row.number,
      unpackBlock({ bytes: row.bytes, rawBytes: row.raw_bytes, crc32: row.crc32 }),
    ]),
  );
}

/** Removes a segment that no generation names any more. Call it inside a write transaction. */
export function deleteSegment(connection: Connection, segmentId: number): void {
  connection.run("DELETE FROM segment_blocks WHERE segment_id = ?", segmentId);
  connection.run("DELETE FROM segments WHERE id = ?", segmentId);
}

function fromRow(connection: Connection, row: LiveSegmentRow): LiveSegment {
  const liveness =
    row.liveness === null ? "all" : unseal(requireBlob(connection.path, row.liveness));
  // Without it nobody can tell the living from the dead: the generation cannot be searched at all.
  if (liveness === "damaged") {
    throw storeCorrupt(connection.path, `the liveness of segment ${row.segment_id} is damaged`);
  }
  return {
    id: requireCount(connection.path, row.segment_id),
    documentCount: requireCount(connection.path, row.document_count),
    passageCount: requireCount(connection.path, row.passage_count),
    liveness,
  };
}
