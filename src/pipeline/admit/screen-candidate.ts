import type { Candidate } from "../../model/candidate.ts";
import type { Reason } from "../../model/decision.ts";
import type { Pool } from "../../model/pool.ts";
import { GRANULARITIES, type Offer } from "../../model/representation.ts";
import type { Resident } from "../../model/resident.ts";

/**
 * Returns why a candidate cannot enter whatever its evidence, or `"none"`: asked of every policy, in this order. Recovery comes
 * first and is no matter of ranking or admission (REF-19, REF-20); another project's text never enters (SCO-09); what the reader
 * has already adds nothing (ADM-19).
 */
export function screenCandidate(
  candidate: Candidate,
  pool: Pool,
  resident: Resident,
): Reason | "none" {
  const { recovery, scope, duplicateOf } = candidate;
  if (recovery.status === "failed") return { code: "recovery_failed", detail: recovery.reason };
  if (scope !== pool.task.scope) return { code: "out_of_scope" };
  if (duplicateOf !== "none") return { code: "redundant", with: duplicateOf };
  return isResident(candidate, resident) ? { code: "already_resident" } : "none";
}

/** Whether the reader has the candidate's own text, or a richer form of it, word for word and in this version. */
function isResident(candidate: Candidate, resident: Resident): boolean {
  const own = ownOffer(candidate);
  if (own === "none") return false;
  return resident.exhibits.some((exhibit) => {
    const { granularity, fidelity } = exhibit.representation;
    if (exhibit.artifact !== candidate.artifact || exhibit.version !== candidate.version) return false;
    if (fidelity !== "exact") return false;
    if (granularity === "full") return true;
    const isAsRich = GRANULARITIES.indexOf(granularity) >= GRANULARITIES.indexOf("span");
    return isAsRich && covers(exhibit.lines, own.lines);
  });
}

function covers(outer: Offer["lines"], inner: Offer["lines"]): boolean {
  if (outer === "none" || inner === "none") return false;
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/** The exact form in which a candidate was surfaced, or `"none"`. */
export function ownOffer({ offers, offered }: Candidate): Offer | "none" {
  const exact = offers.filter(({ fidelity }) => fidelity === "exact");
  return exact.find(({ granularity }) => granularity === offered) ?? exact.at(-1) ?? "none";
}
