import { createHash } from "node:crypto";
import type { Pool } from "../../src/model/pool.ts";
import { type JudgedPool, judgePool } from "./judge-pools.ts";
import { isMeasured, type LabelledPool } from "./labelled-pool.ts";
import type { JudgedSet } from "./summarize-outcomes.ts";

/** A set judged, with some of its pools kept for measuring time. */
export interface SetJudgement extends JudgedSet {
  readonly timed: readonly Pool[];
  /** Of all pools with their labels, in order: whether two runs judged the same. */
  readonly poolsSha256: string;
}

/** So many pools of a set are kept whole; of the others what was decided about them. */
const TIMED_POOLS = 60;

/** Judges the pools of one set one by one, so that only one of them is held at a time. */
export async function judgeSet(
  name: string,
  pools: AsyncIterable<LabelledPool> | Iterable<LabelledPool>,
): Promise<SetJudgement> {
  const judged: JudgedPool[] = [];
  const timed: Pool[] = [];
  const hash = createHash("sha256");
  for await (const labelled of pools) {
    hash.update(JSON.stringify(labelled));
    judged.push(judgePool(labelled));
    if (timed.length < TIMED_POOLS && isMeasured(labelled)) timed.push(labelled.pool);
  }
  return { name, pools: judged, timed, poolsSha256: hash.digest("hex") };
}
