import type { Liveness } from "./liveness.ts";
import type { OpenSegment } from "./open-segment.ts";

/** A segment to be merged, with what is dead in it. */
export interface MergeInput {
  readonly segment: OpenSegment;
  readonly liveness: Liveness;
  /** By passage: its number in the merged segment, or `DEAD`. Filled while documents are merged. */
  readonly passageMap: Uint32Array;
}

export const DEAD = 0xffffffff;
