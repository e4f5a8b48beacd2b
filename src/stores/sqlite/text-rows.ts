import { createHash } from "node:crypto";
import type { ArtifactKind } from "../../model/artifact.ts";
import type { PackedText } from "../../ports/content-store.ts";
import type { Connection } from "./connection.ts";
import { FRAMES_PER_TEXT } from "./content-format.ts";
import { unseal } from "./seal.ts";
import { requireBlob, requireCount } from "./stored-value.ts";
import { FRAME_BYTES, openFrame } from "./text-frame.ts";
import { requireVersionBlob, versionToBlob } from "./version-blob.ts";

/** A text's row without its bytes. */
export interface TextRow {
  readonly id: number;
  readonly byte_length: number;
  readonly frame_count: number;
}

/** Returns the row of a version. */
export function findText(connection: Connection, version: string): TextRow | undefined {
  const blob = versionToBlob(version);
  if (blob === "malformed") return undefined;
  const row = connection.get<TextRow>(
    "SELECT id, byte_length, frame_count FROM texts WHERE version = ?",
    blob,
  );
  if (row === undefined) return undefined;
  for (const value of [row.id, row.byte_length, row.frame_count]) {
    requireCount(connection.path, value);
  }
  return row;
}

/** Adds a text and its split. Call it inside a write transaction. */
export function stageText(connection: Connection, text: PackedText): void {
  const known = findText(connection, text.version);
  const id = known?.id ?? insertText(connection, text);
  if (known === undefined || !framesAreSound(connection, known)) {
    writeFrames(connection, id, text);
  }
  stageSplit(connection, id, text);
}

/** Reads bytes from `startByte` to `endByte`, opening only the frames that hold them. */
export function readTextRange(
  connection: Connection,
  text: TextRow,
  startByte: number,
  endByte: number,
): Uint8Array | "damaged" {
  const start = Math.min(Math.max(0, startByte), text.byte_length);
  const end = Math.min(Math.max(start, endByte), text.byte_length);
  if (start === end) return new Uint8Array(0);
  const first = Math.floor(start / FRAME_BYTES);
  const last = Math.floor((end - 1) / FRAME_BYTES);
  const frames = readFrames(connection, text.id, first, last);
  if (frames.length !== last - first + 1) return "damaged";
  const opened: Uint8Array[] = [];
  for (const [index, frame] of frames.entries()) {
    const rawBytes = Math.min(FRAME_BYTES, text.byte_length - (first + index) * FRAME_BYTES);
    const raw = openFrame(frame.bytes, rawBytes);
    if (raw === "damaged") return "damaged";
    opened.push(raw);
  }
  const offset = first * FRAME_BYTES;
  const [only] = opened;
  const joined = opened.length === 1 && only !== undefined ? only : Buffer.concat(opened);
  // A copy of its own: a view would keep the whole frame alive.
  return new Uint8Array(joined.subarray(start - offset, end - offset));
}

/** Reads all bytes of a version and returns them only if they hash to it. */
export function readWholeText(
  connection: Connection,
  text: TextRow,
  version: string,
): Uint8Array | "damaged" {
  const bytes = readTextRange(connection, text, 0, text.byte_length);
  if (bytes === "damaged") return "damaged";
  return createHash("sha256").update(bytes).digest("hex") === version ? bytes : "damaged";
}

/** Returns the sealed passages of the published split of this kind. */
export function readSplit(
  connection: Connection,
  version: string,
  kind: ArtifactKind,
): Uint8Array | "missing" {
  const blob = versionToBlob(version);
  if (blob === "malformed") return "missing";
  const row = connection.get<{ bytes: Uint8Array }>(
    `SELECT text_splits.bytes FROM texts JOIN text_splits ON text_id = texts.id
     WHERE version = ? AND kind = ? AND staged = 0`,
    blob,
    kind,
  );
  return row === undefined ? "missing" : requireBlob(connection.path, row.bytes);
}

/** True when every frame is there and whole. */
export function framesAreSound(connection: Connection, text: TextRow): boolean {
  const frames = readFrames(connection, text.id, 0, text.frame_count - 1);
  return (
    frames.length === text.frame_count && frames.every((frame) => unseal(frame.bytes) !== "damaged")
  );
}

/** Removes a text that nothing names. Call it inside a write transaction. */
export function deleteText(connection: Connection, id: number): void {
  deleteFrames(connection, id);
  connection.run("DELETE FROM text_splits WHERE text_id = ?", id);
  connection.run("DELETE FROM texts WHERE id = ?", id);
}

function insertText(connection: Connection, text: PackedText): number {
  const packedBytes = text.frames.reduce((sum, frame) => sum + frame.length, text.passages.length);
  const id = connection.run(
    "INSERT INTO texts (version, byte_length, frame_count, packed_bytes) VALUES (?, ?, ?, ?)",
    requireVersionBlob(text.version),
    text.byteLength,
    text.frames.length,
    packedBytes,
  );
  connection.run("INSERT INTO staged_texts (text_id) VALUES (?)", id);
  return id;
}

function writeFrames(connection: Connection, id: number, text: PackedText): void {
  if (text.frames.length > FRAMES_PER_TEXT) throw new RangeError(`${text.version} is too long`);
  deleteFrames(connection, id);
  for (const [position, frame] of text.frames.entries()) {
    connection.run(
      "INSERT INTO text_frames (key, bytes) VALUES (?, ?)",
      id * FRAMES_PER_TEXT + position,
      frame,
    );
  }
}

function stageSplit(connection: Connection, textId: number, text: PackedText): void {
  const published = connection.get<{ bytes: Uint8Array }>(
    "SELECT bytes FROM text_splits WHERE text_id = ? AND kind = ? AND staged = 0",
    textId,
    text.kind,
  );
  if (published !== undefined) requireBlob(connection.path, published.bytes);
  if (published !== undefined && Buffer.compare(published.bytes, text.passages) === 0) return;
  // A damaged split serves nobody, so the new one may take its place at once.
  const isInUse = published !== undefined && unseal(published.bytes) !== "damaged";
  connection.run(
    "INSERT OR REPLACE INTO text_splits (text_id, kind, staged, bytes) VALUES (?, ?, ?, ?)",
    textId,
    text.kind,
    isInUse ? 1 : 0,
    text.passages,
  );
}

function readFrames(
  connection: Connection,
  id: number,
  first: number,
  last: number,
): readonly { readonly bytes: Uint8Array }[] {
  const base = id * FRAMES_PER_TEXT;
  const rows = connection.all<{ bytes: Uint8Array }>(
    "SELECT bytes FROM text_frames WHERE key BETWEEN ? AND ? ORDER BY key",
    base + first,
    base + last,
  );
  for (const row of rows) requireBlob(connection.path, row.bytes);
  return rows;
}

function deleteFrames(connection: Connection, id: number): void {
  const base = id * FRAMES_PER_TEXT;
  connection.run(
    "DELETE FROM text_frames WHERE key BETWEEN ? AND ?",
    base,
    base + FRAMES_PER_TEXT - 1,
  );
}
