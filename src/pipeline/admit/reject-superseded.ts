import type { Candidate } from "../../model/candidate.ts";
import type { Admission } from "./admission.ts";
import type { Weighed } from "./evidence.ts";
import { unfitReason } from "./screen-candidate.ts";

/** Rejects what was replaced by something that is a candidate too, and returns the others (LEX-23). */
export function rejectSuperseded(
  admission: Admission,
  weighed: readonly Weighed[],
): readonly Weighed[] {
  const { pool } = admission;
  const fit = pool.candidates.filter((candidate) => unfitReason(candidate, pool) === "none");
  const successors = successorsIn(fit);
  return weighed.filter(({ candidate, strength }) => {
    const successor = successors.get(candidate.id);
    if (successor === undefined) return true;
    admission.reject(candidate, { code: "superseded", with: successor }, strength);
    return false;
  });
}

/**
 * Returns for each candidate that was replaced the candidate that took its place, by their ids. A chain ends at its last one; two
 * that name each other replace nobody.
 */
function successorsIn(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  const first = new Map<string, Candidate>();
  for (const candidate of candidates) {
    if (!first.has(candidate.artifact)) first.set(candidate.artifact, candidate);
  }
  const successors = new Map<string, string>();
  for (const candidate of candidates) {
    const last = lastOf(candidate, first);
    if (last !== "none") successors.set(candidate.id, last.id);
  }
  return successors;
}

function lastOf(candidate: Candidate, first: ReadonlyMap<string, Candidate>): Candidate | "none" {
  const met = new Set<string>([candidate.artifact]);
  let last: Candidate | "none" = "none";
  let next = candidate.supersededBy;
  while (next !== "none") {
    if (met.has(next)) return "none";
    met.add(next);
    const successor = first.get(next);
    if (successor === undefined) break;
    last = successor;
    next = successor.supersededBy;
  }
  return last;
}
