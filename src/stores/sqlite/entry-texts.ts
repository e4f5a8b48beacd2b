import { hash } from "node:crypto";
import type { Connection } from "./connection.ts";
import { packTexts, TEXT_BLOCK_BYTES, unpackTexts } from "./entry-text-block.ts";

/** Where a text stands: in an unpacked block. An empty text stands nowhere, in block 0. */
export interface TextPlace {
  readonly block_id: number;
  readonly start: number;
  readonly length: number;
}

/** A text is found by the hash it had when it was kept. */
export interface StoredTextPlace extends TextPlace {
  readonly version: Uint8Array;
}

/** Reads texts, with a few unpacked blocks kept: neighbors in time are neighbors in a block. */
export interface EntryTexts {
  /** Returns the bytes that hash to the version; a copy of its own. Call it inside a transaction. */
  read(place: StoredTextPlace): Uint8Array | "damaged";
  /** Returns a reader of many texts in the order they were kept. Call it, and what it returns, inside one transaction. */
  sweep(): Pick<EntryTexts, "read">;
}

/** Unpacked blocks kept, at most; larger blocks are not. */
const CACHED_BLOCKS = 16;
const MAX_CACHED_BLOCK_BYTES = 2 * TEXT_BLOCK_BYTES;

/**
 * Short texts are said again and again, far from the block they stand in: a sweep over 146 MB of texts unpacked blocks five times
 * over for them.
 */
const MAX_SHORT_TEXT = 256;
const MAX_SHORT_TEXTS = 8192;

const NOTHING = new Uint8Array(0);

interface BlockRow {
  readonly raw_bytes: number;
  readonly crc32: number;
  readonly bytes: Uint8Array;
}

/** Opens the texts of a database for reading. */
export function openTexts(connection: Connection): EntryTexts {
  const cache = new Map<string, Uint8Array>();
  const shortTexts = new Map<string, { readonly text: Uint8Array; readonly version: Buffer }>();

  function keep(key: string, raw: Uint8Array): void {
    if (raw.length > MAX_CACHED_BLOCK_BYTES) return;
    cache.delete(key);
    cache.set(key, raw);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_BLOCKS && oldest !== undefined) cache.delete(oldest);
  }

  function keepShort(key: string, text: Uint8Array, version: Uint8Array): void {
    if (shortTexts.size >= MAX_SHORT_TEXTS) shortTexts.clear();
    shortTexts.set(key, { text, version: Buffer.from(version) });
  }

  function open(id: number): Uint8Array | "damaged" {
    const head = connection.get<{ crc32: number }>(
      "SELECT crc32 FROM text_blocks WHERE id = ?",
      id,
    );
    if (head === undefined) return "damaged";
    // The checksum is part of the key: another process may have overwritten a part of the block.
    const key = `${id} ${head.crc32}`;
    const raw = cache.get(key) ?? readBlock(connection, id);
    if (raw !== "damaged") keep(key, raw);
    return raw;
  }

  function cut(place: StoredTextPlace, raw: Uint8Array | "damaged"): Uint8Array | "damaged" {
    if (raw === "damaged") return "damaged";
    const text = new Uint8Array(raw.subarray(place.start, place.start + place.length));
    return hash("sha256", text, "buffer").equals(place.version) ? text : "damaged";
  }

  return {
    read: (place) => cut(place, place.length === 0 ? NOTHING : open(place.block_id)),
    sweep() {
      let [block, raw]: [number, Uint8Array | "damaged"] = [0, NOTHING];
      return {
        read(place) {
          if (place.length === 0) return cut(place, NOTHING);
          const key = `${place.block_id} ${place.start} ${place.length}`;
          const known = shortTexts.get(key);
          // What was hashed when it was cut is not hashed again; its version says whether it is still the one.
          if (known?.version.equals(place.version)) return new Uint8Array(known.text);
          // Nothing changes in a transaction: of neighbors in a block one look at it is enough.
          if (place.block_id !== block) [block, raw] = [place.block_id, open(place.block_id)];
          const text = cut(place, raw);
          if (text !== "damaged" && text.length <= MAX_SHORT_TEXT)
            keepShort(key, text, place.version);
          return text;
        },
      };
    },
  };
}

/** Gathers the texts of one transaction into blocks. */
export interface TextWriter {
  add(text: Uint8Array): TextPlace;
  /** Writes what is not written yet; places handed out are good from then on. */
  finish(): void;
}

/** Starts writing texts. Call it, and what it returns, inside one write transaction. */
export function createTextWriter(connection: Connection): TextWriter {
  let texts: Uint8Array[] = [];
  let bytes = 0;
  let nextId =
    (connection.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'text_blocks'")
      ?.seq ?? 0) + 1;

  function flush(): void {
    if (bytes === 0) return;
    insertBlock(
      connection,
      nextId,
      texts.length === 1 ? (texts[0] as Uint8Array) : Buffer.concat(texts),
    );
    nextId += 1;
    texts = [];
    bytes = 0;
  }

  return {
    add(text) {
      if (text.length === 0) return { block_id: 0, start: 0, length: 0 };
      if (bytes > 0 && bytes + text.length > TEXT_BLOCK_BYTES) flush();
      const place = { block_id: nextId, start: bytes, length: text.length };
      texts.push(text);
      bytes += text.length;
      return place;
    },
    finish: flush,
  };
}

/**
 * Overwrites texts that nothing names any more with zeros, each block once; a block without any other text is removed.
 * So is a damaged one: nothing in it can be read, and what is to go must not stay in it. Call it inside a write transaction.
 */
export function eraseTexts(connection: Connection, places: readonly TextPlace[]): void {
  const byBlock = new Map<number, TextPlace[]>();
  for (const place of places) {
    if (place.length === 0) continue;
    const others = byBlock.get(place.block_id);
    if (others === undefined) byBlock.set(place.block_id, [place]);
    else others.push(place);
  }
  for (const [id, dead] of byBlock) eraseFromBlock(connection, id, dead);
}

function eraseFromBlock(connection: Connection, id: number, dead: readonly TextPlace[]): void {
  const row = connection.get<{ live_bytes: number }>(
    "SELECT live_bytes FROM text_blocks WHERE id = ?",
    id,
  );
  if (row === undefined) return;
  const live = dead.reduce((sum, place) => sum - place.length, row.live_bytes);
  const raw = live > 0 ? readBlock(connection, id) : "damaged";
  if (raw === "damaged") {
    connection.run("DELETE FROM text_blocks WHERE id = ?", id);
    return;
  }
  for (const { start, length } of dead) raw.fill(0, start, start + length);
  const packed = packTexts(raw);
  connection.run(
    "UPDATE text_blocks SET live_bytes = ?, crc32 = ?, bytes = ? WHERE id = ?",
    live,
    packed.crc32,
    packed.bytes,
    id,
  );
}

function readBlock(connection: Connection, id: number): Uint8Array | "damaged" {
  const row = connection.get<BlockRow>(
    "SELECT raw_bytes, crc32, bytes FROM text_blocks WHERE id = ?",
    id,
  );
  if (row === undefined) return "damaged";
  return unpackTexts({ bytes: row.bytes, rawBytes: row.raw_bytes, crc32: row.crc32 });
}

function insertBlock(connection: Connection, id: number, raw: Uint8Array): void {
  const packed = packTexts(raw);
  connection.run(
    "INSERT INTO text_blocks (id, live_bytes, raw_bytes, crc32, bytes) VALUES (?, ?, ?, ?, ?)",
    id,
    raw.length,
    packed.rawBytes,
    packed.crc32,
    packed.bytes,
  );
}
