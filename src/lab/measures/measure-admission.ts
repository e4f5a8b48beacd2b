import type { Decision } from "../../model/decision.ts";
import type { Pool } from "../../model/pool.ts";
import { isRequired, type Needs, shareOf } from "./needs.ts";

/** How well a policy chose among the candidates that it was given. */
export interface AdmissionMeasures {
  /** Share of the required candidates of the pool that entered; what no generator surfaced is not its fault. */
  readonly recall: number | "none";
  /** Share of what entered that is required; `"none"` where nothing did. */
  readonly precision: number | "none";
  readonly admitted: readonly string[];
}

/** Measures decisions against the labels of the pool that they are about; the last decision about a candidate holds (CAN-24). */
export function measureAdmission(
  { candidates }: Pick<Pool, "candidates">,
  decisions: readonly Decision[],
  needs: Pick<Needs, "labels">,
): AdmissionMeasures {
  const last = new Map(decisions.map((decision) => [decision.candidate, decision]));
  const admitted = candidates.map(({ id }) => id).filter((id) => isEntering(last.get(id)));
  const right = admitted.filter((id) => isRequired(needs, id)).length;
  const required = candidates.filter(({ id }) => isRequired(needs, id)).length;
  return {
    recall: shareOf(right, required),
    precision: shareOf(right, admitted.length),
    admitted,
  };
}

function isEntering(decision: Decision | undefined): boolean {
  if (decision === undefined || decision.representation === "none") return false;
  return decision.verdict === "admit" || decision.verdict === "expand";
}
