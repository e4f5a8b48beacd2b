import type { Pool } from "../model/pool.ts";
import { NOTHING_RESIDENT, type Resident } from "../model/resident.ts";
import type { TokenSplit } from "../model/token-split.ts";
import { decideAdmission } from "../pipeline/admit/decide-admission.ts";
import { freezePool } from "../pipeline/admit/freeze-pool.ts";
import { splitTokens } from "../pipeline/ledger/split-tokens.ts";
import type { AdmissionBudget, Policy } from "../ports/policy.ts";
import { type AdmissionMeasures, measureAdmission } from "./measures/measure-admission.ts";
import { type GenerationMeasures, measureGeneration } from "./measures/measure-generation.ts";
import type { Needs } from "./measures/needs.ts";

/** What stays the same while the policy is varied. */
export interface HeldConstant {
  readonly pool: Pool;
  readonly needs: Needs;
  readonly budget: AdmissionBudget;
  /** Default nothing. */
  readonly resident?: Resident;
}

/** What one policy let in. */
export interface PolicyArm extends AdmissionMeasures {
  readonly policyVersion: string;
  /** Tokens of the forms that entered, by what they are to the task: distractors stand beside what was required (ADM-37). */
  readonly split: TokenSplit;
}

/** Several policies over one pool: generation is measured once, since no policy can change it. */
export interface PolicyComparison {
  readonly generation: GenerationMeasures;
  readonly arms: readonly PolicyArm[];
}

/** Varies admission alone: every policy decides about the same frozen pool, and none can ask for another (ADM-18). */
export function comparePolicies(held: HeldConstant, policies: readonly Policy[]): PolicyComparison {
  const pool = freezePool(held.pool);
  const arms = policies.map((policy) => runArm(policy, { ...held, pool }));
  return { generation: measureGeneration(pool, held.needs), arms };
}

function runArm(
  policy: Policy,
  { pool, needs, budget, resident = NOTHING_RESIDENT }: HeldConstant,
): PolicyArm {
  const { decisions } = decideAdmission(policy, { pool, resident, budget });
  const measured = measureAdmission(pool, decisions, needs);
  const last = new Map(decisions.map((decision) => [decision.candidate, decision]));
  const entered = measured.admitted.map((label) => ({
    label,
    tokens: last.get(label)?.tokensPlanned ?? 0,
  }));
  return {
    ...measured,
    policyVersion: policy.version,
    split: splitTokens(entered, needs.labels),
  };
}
