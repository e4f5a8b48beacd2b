import { type BlockOrigin, DamagedBlockError } from "./damaged-block-error.ts";
import { FIELDS } from "./fields.ts";

/** Varints of ids end here at the latest. */
export const MAX_FACTOR: number = 2 ** 35;

/** The words of one passage as form ids, decoded into memory that the next passage reuses. */
export class ForwardWords {
  /** Form ids with `OVERLAY` and `BREAK` marks, field after field. */
  ids: Uint32Array = new Uint32Array(1024);
  /** Per field in the order of `FIELDS`: where its ids end. */
  readonly fieldEnds: Uint32Array = new Uint32Array(FIELDS.length);
  #largest = 0;

  /** How many ids the passage has. */
  get count(): number {
    return this.fieldEnds[FIELDS.length - 1] as number;
  }

  /** Decodes a forward record. Ids at or beyond `formEnd` are damage. */
  decode(bytes: Uint8Array, formEnd: number, origin: BlockOrigin): void {
    if (bytes.length > this.ids.length) this.ids = new Uint32Array(2 * bytes.length);
    const ends = this.fieldEnds;
    let at = readFieldEnds(bytes, ends, origin);
    this.#largest = 0;
    let count = 0;
    for (let field = 0; field < FIELDS.length; field++) {
      const end = ends[field] as number;
      count = this.#decodeIds(bytes, at, { end, count });
      at = end;
      ends[field] = count;
    }
    if (this.#largest >= formEnd) throw new DamagedBlockError(origin);
  }

  #decodeIds(bytes: Uint8Array, start: number, to: { end: number; count: number }): number {
    const ids = this.ids;
    let { count } = to;
    let largest = this.#largest;
    let at = start;
    while (at < to.end) {
      let byte = bytes[at++] as number;
      let id = byte;
      if (byte > 127) {
        id = byte & 127;
        for (let factor = 128; byte > 127 && factor < MAX_FACTOR; factor *= 128) {
          // A record cut short reads as zero: the id ends, and whatever it is stays within bounds.
          byte = bytes[at++] ?? 0;
          id += (byte & 127) * factor;
        }
      }
      if (id > largest) largest = id;
      ids[count++] = id;
    }
    this.#largest = largest;
    return count;
  }
}

/** Fills in where each field of a forward record ends and returns where the first begins. */
export function readFieldEnds(bytes: Uint8Array, ends: Uint32Array, origin: BlockOrigin): number {
  const last = FIELDS.length - 1;
  let at = 0;
  for (let field = 0; field < last; field++) {
    let byte = bytes[at++] ?? 0;
    let length = byte & 127;
    for (let shift = 7; byte > 127 && shift < 28; shift += 7) {
      byte = bytes[at++] ?? 0;
      length |= (byte & 127) << shift;
    }
    ends[field] = length;
  }
  let end = at;
  for (let field = 0; field < last; field++) {
    end += ends[field] as number;
    ends[field] = end;
  }
  ends[last] = bytes.length;
  if (end > bytes.length) throw new DamagedBlockError(origin);
  return at;
}
