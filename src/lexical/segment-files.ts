import type { BlockKey, SegmentSource } from "../ports/passage-index.ts";
import type { ByteBoundedCache } from "./block-cache.ts";
import { ByteReader } from "./byte-reader.ts";
import { type BlockOrigin, DamagedBlockError } from "./damaged-block-error.ts";
import { FILE_BLOCK_BYTES, type FileName } from "./segment-format.ts";

/** A stretch of a file. For `terms`, whose pages are not a stream, `start` is page number times page size. */
export interface FileRange {
  readonly file: FileName;
  readonly start: number;
  readonly length: number;
}

const FILE_NAMES = Object.keys(FILE_BLOCK_BYTES) as FileName[];
const MAX_BLOCKS = 2 ** 28;

/** Reads one segment's files through the cache. */
export class SegmentFiles {
  readonly segmentId: number;
  readonly #source: SegmentSource;
  readonly #cache: ByteBoundedCache<Uint8Array>;
  readonly #slot: number;

  /** `slot` tells this segment's blocks from others' in the shared cache. */
  constructor(
    segmentId: number,
    slot: number,
    options: { readonly source: SegmentSource; readonly cache: ByteBoundedCache<Uint8Array> },
  ) {
    this.segmentId = segmentId;
    this.#slot = slot;
    this.#source = options.source;
    this.#cache = options.cache;
  }

  /** Fetches what the ranges touch, in one call to the source for all that is not cached. */
  async fetch(ranges: readonly FileRange[]): Promise<FetchedFiles> {
    const blocks = new Map<number, Uint8Array>();
    const missing: BlockKey[] = [];
    const missingKeys: number[] = [];
    for (const { file, start, length } of ranges) {
      if (length === 0) continue;
      const size = FILE_BLOCK_BYTES[file];
      const last = Math.floor((start + length - 1) / size);
      for (let number = Math.floor(start / size); number <= last; number++) {
        const key = blockKey(file, number);
        if (blocks.has(key)) continue;
        const cached = this.#cache.get(this.#cacheKey(key));
        blocks.set(key, cached ?? EMPTY);
        if (cached !== undefined) continue;
        missing.push({ kind: file, number });
        missingKeys.push(key);
      }
    }
    if (missing.length > 0) await this.#read(missing, missingKeys, blocks);
    return new FetchedFiles(this.segmentId, blocks);
  }

  async #read(
    missing: readonly BlockKey[],
    keys: readonly number[],
    blocks: Map<number, Uint8Array>,
  ): Promise<void> {
    const outcomes = await this.#source.readBlocks(this.segmentId, missing);
    missing.forEach((block, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined || typeof outcome === "string") {
        throw new DamagedBlockError({ segmentId: this.segmentId, ...block });
      }
      const key = keys[index] as number;
      blocks.set(key, outcome);
      this.#cache.set(this.#cacheKey(key), outcome);
    });
  }

  #cacheKey(key: number): number {
    return this.#slot * FILE_NAMES.length * MAX_BLOCKS + key;
  }
}

const EMPTY = new Uint8Array(0);

function blockKey(file: FileName, number: number): number {
  return FILE_NAMES.indexOf(file) * MAX_BLOCKS + number;
}

/** Blocks held for one piece of work: whatever the cache drops meanwhile, these stay. */
export class FetchedFiles {
  readonly #segmentId: number;
  readonly #blocks: ReadonlyMap<number, Uint8Array>;

  constructor(segmentId: number, blocks: ReadonlyMap<number, Uint8Array>) {
    this.#segmentId = segmentId;
    this.#blocks = blocks;
  }

  /** The bytes of a fetched range; throws `DamagedBlockError` when a block is too short to hold it. */
  bytes({ file, start, length }: FileRange): Uint8Array {
    if (length === 0) return EMPTY;
    const size = FILE_BLOCK_BYTES[file];
    const first = Math.floor(start / size);
    const offset = start - first * size;
    if (offset + length <= size) return this.#cut(file, first, { offset, length });
    const joined = new Uint8Array(length);
    let filled = 0;
    for (let number = first; filled < length; number++) {
      const from = number === first ? offset : 0;
      const part = { offset: from, length: Math.min(size - from, length - filled) };
      joined.set(this.#cut(file, number, part), filled);
      filled += part.length;
    }
    return joined;
  }

  /** A reader over a fetched range. */
  reader(range: FileRange): ByteReader {
    return new ByteReader(this.bytes(range), this.origin(range));
  }

  /** A whole block of a file whose blocks are not a stream. */
  block(file: FileName, number: number): Uint8Array {
    return this.#blocks.get(blockKey(file, number)) ?? EMPTY;
  }

  origin({ file, start }: Pick<FileRange, "file" | "start">): BlockOrigin {
    const number = Math.floor(start / FILE_BLOCK_BYTES[file]);
    return { segmentId: this.#segmentId, kind: file, number };
  }

  #cut(file: FileName, number: number, part: { offset: number; length: number }): Uint8Array {
    const block = this.block(file, number);
    if (part.offset + part.length > block.length) {
      throw new DamagedBlockError({ segmentId: this.#segmentId, kind: file, number });
    }
    return block.subarray(part.offset, part.offset + part.length);
  }
}
