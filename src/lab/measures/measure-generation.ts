import type { Pool } from "../../model/pool.ts";
import { isRequired, type Needs, shareOf } from "./needs.ts";

/** How well generators surfaced what a task requires. Nothing here has been admitted. */
export interface GenerationMeasures {
  /** Share of all that is required, in the pool or not, that is a candidate; what is missing is a candidate miss. */
  readonly recall: number | "none";
  /** Share of the candidates that are required. */
  readonly precision: number | "none";
}

/** Measures a pool before anybody decides about it (CAN-24). */
export function measureGeneration(
  { candidates }: Pick<Pool, "candidates">,
  needs: Needs,
): GenerationMeasures {
  const found = candidates.filter(({ id }) => isRequired(needs, id)).length;
  return {
    recall: shareOf(found, found + needs.requiredOutside),
    precision: shareOf(found, candidates.length),
  };
}
