import { NOTHING_RESIDENT } from "../../src/model/resident.ts";
import { freezePool } from "../plugged-admission.ts";
import type { Half } from "../quality/halves.ts";
import { CONTENDERS, ORACLE } from "./contenders.ts";
import { distinctTexts } from "./distinct-texts.ts";
import { isMeasured, type Label, type LabelledPool } from "./labelled-pool.ts";
import { FAMILIES, NO_BUDGET } from "./margins.ts";
import { judgeOracle, judgeVerdicts, type Outcome, shortTokens, wholeTokens } from "./outcome.ts";
import { readSufficiency, type Sufficiency } from "./sufficiency.ts";

/** A text of a pool as sweeps see it. */
export interface SweptCandidate {
  readonly label: Label;
  readonly whole: number;
  readonly short: number;
  /** In the order of `FAMILIES`. */
  readonly margins: readonly number[];
}

/** What is kept of a pool once every policy decided about it. */
export interface JudgedPool {
  readonly id: string;
  readonly half: Half;
  readonly kind: string;
  readonly sufficiency: Sufficiency;
  readonly requiredOutside: number;
  /** By contender; empty for a pool on which admission cannot be measured. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** Contenders that admitted nothing. */
  readonly abstained: readonly string[];
  /** Empty where `outcomes` is. */
  readonly candidates: readonly SweptCandidate[];
}

/** Lets every policy decide about a pool. The labels are looked at when all have decided. */
export function judgePool(labelled: LabelledPool): JudgedPool {
  const pool = freezePool(labelled.pool);
  const { id, half, kind, requiredOutside } = labelled;
  const verdicts = CONTENDERS.map(({ name, policy }) => ({
    name,
    verdicts: policy.decide({ pool, resident: NOTHING_RESIDENT, budget: NO_BUDGET }),
  }));
  const abstained = verdicts
    .filter(({ verdicts: { decisions } }) => !decisions.some(({ verdict }) => verdict === "admit"))
    .map(({ name }) => name);
  const known = { id, half, kind, requiredOutside, abstained, sufficiency: readSufficiency(pool) };
  if (!isMeasured(labelled)) return { ...known, outcomes: {}, candidates: [] };
  const texts = distinctTexts({ ...labelled, pool });
  const ids = pool.candidates.map((candidate) => candidate.id);
  const margins = FAMILIES.map((family) => family.margins(pool));
  return {
    ...known,
    outcomes: Object.fromEntries([
      ...verdicts.map(({ name, verdicts: said }) => [name, judgeVerdicts(texts, said, ids)]),
      [ORACLE, judgeOracle(texts)],
    ]),
    candidates: texts.map(({ candidate, places, label }) => ({
      label,
      whole: wholeTokens(candidate),
      short: shortTokens(candidate),
      margins: margins.map((column) =>
        Math.max(...places.map((place) => column[place] ?? Number.NEGATIVE_INFINITY)),
      ),
    })),
  };
}
