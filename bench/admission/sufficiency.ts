import type { Pool } from "../../src/model/pool.ts";
import { NOTHING_RESIDENT } from "../../src/model/resident.ts";
import { createLexgate, LEAN } from "../plugged-admission.ts";
import { NO_BUDGET } from "./margins.ts";

/** How much a pool as a whole says, by two measures; 0 where the pool is empty. */
export interface Sufficiency {
  /** S, as the gate judges it. */
  readonly gate: number;
  /** s1n: the best score as a share of the highest that the question could reach there. */
  readonly ceilingShare: number;
}

const gate = createLexgate(LEAN);

/** Reads both measures of a pool. */
export function readSufficiency(pool: Pool): Sufficiency {
  const { sufficiency } = gate.decide({ pool, resident: NOTHING_RESIDENT, budget: NO_BUDGET });
  return {
    gate: sufficiency.evidence === "unavailable" ? 0 : sufficiency.evidence,
    ceilingShare: Math.max(0, ...pool.generators.map((report) => shareOf(pool, report))),
  };
}

function shareOf(
  { candidates }: Pool,
  { generator, source, ceiling }: Pool["generators"][number],
): number {
  if (ceiling === "unavailable" || ceiling <= 0) return 0;
  const scores = candidates
    .filter((candidate) => candidate.generator === generator && candidate.source === source)
    .flatMap(({ score }) => (score === "unavailable" ? [] : score));
  return Math.max(0, ...scores) / ceiling;
}
