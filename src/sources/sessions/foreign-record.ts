import { lstat } from "node:fs/promises";
import { type Instant, UNKNOWN_INSTANT } from "../../model/instant.ts";
import type { ForeignRow, ForeignValue } from "../../ports/foreign-tables.ts";
import type { RecordPlace, TranscriptFile } from "../../ports/transcript-reader.ts";
import { recordHash } from "../json-lines.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json-shape.ts";
import { codeOf } from "./list-transcripts.ts";

/** What the JSON in a cell is: an object, nothing at all, or a problem, which is a clause. */
export type ForeignRecord =
  | { readonly type: "object"; readonly record: JsonObject }
  | { readonly type: "null" }
  | { readonly type: "broken"; readonly problem: string };

/** Reads the JSON object that a program keeps in a cell, as text or as bytes. */
export function readForeignRecord(row: ForeignRow, column: string): ForeignRecord {
  if (row.cells === "too_long") return { type: "broken", problem: "it is longer than 64 MiB" };
  const cell = row.cells[column] ?? null;
  if (cell === null) return { type: "null" };
  const parsed = parseJson(bytesOf(cell).toString("utf8"));
  if (parsed === null) return { type: "null" };
  return isJsonObject(parsed)
    ? { type: "object", record: parsed }
    : { type: "broken", problem: "it is no JSON object" };
}

/** Returns the place of a record that has no bytes of its own in its file, with the hash of what the cell holds. */
export function placeOfCell(row: ForeignRow, column: string): RecordPlace {
  const cell = row.cells === "too_long" ? null : (row.cells[column] ?? null);
  return placeOfBytes(bytesOf(cell));
}

/** As `placeOfCell`, of bytes that are at hand. */
export function placeOfBytes(bytes: Uint8Array): RecordPlace {
  return { startByte: 0, endByte: 0, line: 0, sha256: recordHash(bytes) };
}

/** Returns the text in a cell; `none` where it holds none. */
export function textInCell(row: ForeignRow, column: string): string | "none" {
  const cell = row.cells === "too_long" ? null : row.cells[column];
  return typeof cell === "string" && cell !== "" ? cell : "none";
}

const LAST_MS = 8_640_000_000_000_000;

/** Reads milliseconds since 1970, which are UTC by definition. Zero and what is no such number are unknown, not 1970. */
export function timeFromEpochMs(value: unknown): Instant {
  if (typeof value !== "number" || !(value > 0 && value <= LAST_MS)) return UNKNOWN_INSTANT;
  const at = new Date(value).toISOString();
  return { at, basis: "observed", precision: "millisecond", offset: "Z" };
}

/** Returns the first time that is known. */
export function firstKnown(times: readonly Instant[]): Instant {
  return times.find(({ at }) => at !== "unknown") ?? UNKNOWN_INSTANT;
}

/**
 * Returns a database as one file together with its write-ahead log, where new rows are first: a database is unchanged only
 * when neither was written to.
 */
export async function withItsLog(file: TranscriptFile): Promise<TranscriptFile> {
  try {
    const log = await lstat(`${file.path}-wal`, { bigint: true });
    let { mtimeNs } = file;
    if (log.mtimeNs > mtimeNs) mtimeNs = log.mtimeNs;
    return { path: file.path, size: file.size + Number(log.size), mtimeNs };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return file;
    throw error;
  }
}

function bytesOf(cell: ForeignValue): Buffer {
  if (cell instanceof Uint8Array) return Buffer.from(cell);
  return Buffer.from(cell === null ? "" : String(cell));
}
