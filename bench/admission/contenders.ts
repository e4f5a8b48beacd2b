import type { Policy } from "../../src/ports/policy.ts";
import {
  createBudgetFill,
  createLexgate,
  createNone,
  createPoolZ,
  createPreloadAll,
  createScoreGap,
  createSecondLexgate,
  createTopK,
  LEAN,
  LEAN_2,
  WIDE,
  WIDE_2,
} from "../plugged-admission.ts";

/** A policy under comparison, as it ships. */
export interface Contender {
  readonly name: string;
  readonly policy: Policy;
}

/** The room that `budget-fill` fills; every other policy decides by itself how much it admits. */
const FILL_TOKENS = 2_000;

/** Every policy in the order in which tables print them; the oracle is none, because no policy sees a label. */
export const CONTENDERS: readonly Contender[] = [
  { name: "none", policy: createNone() },
  { name: "preload-all", policy: createPreloadAll() },
  { name: "top-1", policy: createTopK(1) },
  { name: "top-3", policy: createTopK(3) },
  { name: "top-5", policy: createTopK(5) },
  { name: `budget-fill:${FILL_TOKENS}`, policy: createBudgetFill(FILL_TOKENS) },
  { name: "score-gap", policy: createScoreGap() },
  { name: "pool-z:1", policy: createPoolZ(1) },
  { name: "lexgate/1:lean", policy: createLexgate(LEAN) },
  { name: "lexgate/1:wide", policy: createLexgate(WIDE) },
  { name: "lexgate/2:lean", policy: createSecondLexgate(LEAN_2) },
  { name: "lexgate/2:wide", policy: createSecondLexgate(WIDE_2) },
];

/** The name under which the best possible choice from each pool is listed. */
export const ORACLE = "oracle";

/** Families of gates, the first one the one to beat. */
export const GATES: readonly string[] = ["lexgate/1", "lexgate/2"];

/** The gate whose abstention and time are measured. */
export const DEFAULT_GATE = "lexgate/1:lean";
