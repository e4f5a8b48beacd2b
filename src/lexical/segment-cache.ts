import type { LiveSegment, SegmentSource } from "../ports/passage-index.ts";
import { ByteBoundedCache } from "./block-cache.ts";
import { decodeLiveness, type Liveness } from "./liveness.ts";
import { type OpenSegment, openSegment } from "./open-segment.ts";
import { decodePostings, type Postings, postingMemory, postingRange } from "./postings.ts";
import type { SegmentScratch } from "./searched-segment.ts";
import { SegmentFiles } from "./segment-files.ts";
import type { FoundTerm } from "./term-entry.ts";

const MAX_BLOCK_BYTES = 64 * 1024 * 1024;
const MAX_POSTING_BYTES = 192 * 1024 * 1024;
const MAX_TERMS = 2 ** 32;

/** A segment kept open between questions. */
export interface CachedSegment {
  readonly segment: OpenSegment;
  readonly liveness: Liveness;
  readonly scratch: SegmentScratch;
  readonly loadPostings: (terms: readonly FoundTerm[]) => Promise<readonly Postings[]>;
}

interface Entry {
  readonly live: LiveSegment;
  readonly segment: OpenSegment;
  readonly slot: number;
  readonly scratch: SegmentScratch;
  liveness: Liveness;
  decodedFrom: LiveSegment["liveness"];
}

/** Keeps segments open, blocks and decoded postings within bounds, and forgets segments that are gone. */
export class SegmentCache {
  readonly #source: SegmentSource;
  readonly #blocks: ByteBoundedCache<Uint8Array>;
  readonly #postings: ByteBoundedCache<Postings>;
  readonly #entries: Map<number, Entry> = new Map();
  #slots = 0;

  constructor(source: SegmentSource) {
    this.#source = source;
    this.#blocks = new ByteBoundedCache(MAX_BLOCK_BYTES, (bytes) => bytes.byteLength);
    this.#postings = new ByteBoundedCache(MAX_POSTING_BYTES, postingMemory);
  }

  /** Opens what is searchable now. Throws `DamagedBlockError`. */
  async open(segments: readonly LiveSegment[]): Promise<readonly CachedSegment[]> {
    const ids = new Set(segments.map(({ id }) => id));
    for (const id of this.#entries.keys()) if (!ids.has(id)) this.#entries.delete(id);
    const opened: CachedSegment[] = [];
    for (const live of segments) opened.push(await this.#open(live));
    return opened;
  }

  async #open(live: LiveSegment): Promise<CachedSegment> {
    let entry = this.#entries.get(live.id);
    if (entry === undefined || !isSame(entry.live, live)) {
      entry = await this.#read(live);
      this.#entries.set(live.id, entry);
    }
    if (entry.decodedFrom !== live.liveness) {
      entry.liveness = decodeLiveness(live);
      entry.decodedFrom = live.liveness;
    }
    const { segment, liveness, scratch, slot } = entry;
    const loadPostings = (terms: readonly FoundTerm[]): Promise<readonly Postings[]> =>
      this.#loadPostings(segment, slot, terms);
    return { segment, liveness, scratch, loadPostings };
  }

  async #read(live: LiveSegment): Promise<Entry> {
    // A slot is never reused, so blocks of a segment that went away cannot pass for another's.
    const slot = this.#slots++;
    const files = new SegmentFiles(live.id, slot, { source: this.#source, cache: this.#blocks });
    const segment = await openSegment(live, files);
    const { passageCount, formEnd } = segment.meta;
    const scratch: SegmentScratch = {
      sums: new Int32Array(passageCount),
      seen: new Uint32Array(passageCount),
      slots: new Uint16Array(formEnd),
    };
    return {
      live,
      segment,
      slot,
      scratch,
      liveness: decodeLiveness(live),
      decodedFrom: live.liveness,
    };
  }

  async #loadPostings(
    segment: OpenSegment,
    slot: number,
    terms: readonly FoundTerm[],
  ): Promise<readonly Postings[]> {
    const keys = terms.map(({ ordinal }) => slot * MAX_TERMS + ordinal);
    const cached = keys.map((key) => this.#postings.get(key));
    const missing = terms.filter((_, index) => cached[index] === undefined);
    const fetched = await segment.files.fetch(missing.map(postingRange));
    return terms.map((term, index) => {
      const known = cached[index];
      if (known !== undefined) {
        known.isReused = true;
        return known;
      }
      const range = postingRange(term);
      const { passageCount } = segment.meta;
      const bounds = { passageCount, origin: fetched.origin(range) };
      const postings = decodePostings(fetched.bytes(range), term.passageCount, bounds);
      this.#postings.set(keys[index] as number, postings);
      return postings;
    });
  }
}

function isSame(left: LiveSegment, right: LiveSegment): boolean {
  return left.documentCount === right.documentCount && left.passageCount === right.passageCount;
}
