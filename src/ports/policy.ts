import type { Verdicts } from "../model/decision.ts";
import type { Pool } from "../model/pool.ts";
import type { Resident } from "../model/resident.ts";

/** Room for the texts of exhibits; what is laid around them is no part of it. */
export interface AdmissionBudget {
  readonly tokens: number;
  readonly bytes: number;
}

/** All that a policy sees. It is a plain frozen copy: no label, no clock, no file can be reached through it. */
export interface AdmissionInput {
  readonly pool: Pool;
  readonly resident: Resident;
  readonly budget: AdmissionBudget;
}

/**
 * Decides about every candidate of a pool. Pure: equal input and version give equal decisions, byte for byte (DIS-14). The
 * order of the candidates in the pool decides nothing but ties.
 */
export interface Policy {
  /** Name, version and parameters, such as `lexgate/1:lean`. */
  readonly version: string;
  /** Says of every candidate whether it enters, in which form, and why. */
  decide(input: AdmissionInput): Verdicts;
}
