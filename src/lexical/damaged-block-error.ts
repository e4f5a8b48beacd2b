import type { BlockKey } from "../ports/passage-index.ts";

/** Where bytes came from, so that damage names its row. */
export interface BlockOrigin extends BlockKey {
  readonly segmentId: number;
}

/**
 * Thrown inside the index by whatever decodes bytes, and turned at its border into the `damaged` outcome: a decoder
 * twenty calls deep cannot hand a value up without every caller asking for it.
 */
export class DamagedBlockError extends Error {
  readonly origin: BlockOrigin;

  constructor(origin: BlockOrigin) {
    super(`Segment ${origin.segmentId}, block ${origin.kind} ${origin.number} does not decode.`);
    this.name = "DamagedBlockError";
    this.origin = origin;
  }
}
