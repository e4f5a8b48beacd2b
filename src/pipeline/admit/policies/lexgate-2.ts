import type { Policy } from "../../../ports/policy.ts";
import { STANDING_AND_RANK } from "../evidence-formula.ts";
import { digestOf, type GateParameters, LEAN_2, WIDE_2 } from "../parameters.ts";
import { createGate } from "./lexgate.ts";

/** Returns the version of a second gate with these parameters: by name where they are those of a name, else by digest (ADM-14). */
export function secondLexgateVersion(parameters: GateParameters): string {
  const digest = digestOf(parameters);
  if (digest === digestOf(LEAN_2)) return "lexgate/2:lean";
  return digest === digestOf(WIDE_2) ? "lexgate/2:wide" : `lexgate/2:${digest}`;
}

/**
 * The gate with the rules of `lexgate/1` and another formula of evidence: the rank of the ranker's last stage stands beside the score of
 * its first (docs/decisions/0019).
 */
export function createSecondLexgate(parameters: GateParameters): Policy {
  return createGate(parameters, {
    version: secondLexgateVersion(parameters),
    formula: STANDING_AND_RANK,
  });
}
