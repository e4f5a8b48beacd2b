import type { Candidate } from "../../model/candidate.ts";

/**
 * Returns for each candidate that was replaced the candidate that took its place, by their ids. A chain ends at its last one; two
 * that name each other replace nobody.
 */
export function successorsIn(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
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
