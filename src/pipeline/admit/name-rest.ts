import type { Reason } from "../../model/decision.ts";
import type { Admission } from "./admission.ts";
import { byMargin, type Weighed } from "./evidence.ts";
import type { GateParameters } from "./parameters.ts";

/**
 * Names the next best of what was not admitted, so that it can be asked for, and rejects the remainder (rules 3 and 8). What gave
 * no score is neither weak nor strong: it is named, all of it.
 */
export function nameRest(
  admission: Admission,
  rest: readonly Weighed[],
  { named, namedWhenInsufficient }: GateParameters,
): void {
  const distinct = rest.filter(({ candidate, strength }) => {
    const redundancy = admission.redundancyOf(candidate);
    if (redundancy !== "none") admission.reject(candidate, redundancy, strength);
    return redundancy === "none";
  });
  const isScored = ({ strength }: Weighed): boolean => strength.evidence !== "unavailable";
  for (const { candidate, strength } of distinct.filter((each) => !isScored(each))) {
    admission.name(candidate, { code: "score_unavailable" }, strength);
  }
  const { missing } = admission.signals;
  const scored = distinct.filter(isScored);
  nameFirst(admission, scored.filter(isInsufficient), {
    limit: namedWhenInsufficient,
    reasonFor: () => [
      { code: "insufficient_evidence", missing },
      { code: "insufficient_evidence", missing },
    ],
  });
  const weaker = scored.filter((each) => !isInsufficient(each)).sort(byMargin);
  nameFirst(admission, weaker, {
    limit: named,
    reasonFor: ({ isTooBroad }) =>
      isTooBroad
        ? [{ code: "too_broad" }, { code: "too_broad" }]
        : [{ code: "next_best" }, { code: "below_threshold" }],
  });
}

interface Naming {
  readonly limit: number;
  /** Why one is named, and why it is rejected where it comes too late. */
  readonly reasonFor: (each: Weighed) => readonly [Reason, Reason];
}

function nameFirst(
  admission: Admission,
  weighed: readonly Weighed[],
  { limit, reasonFor }: Naming,
): void {
  weighed.forEach((each, place) => {
    const [named, rejected] = reasonFor(each);
    if (place < limit) admission.name(each.candidate, named, each.strength);
    else admission.reject(each.candidate, rejected, each.strength);
  });
}

function isInsufficient({ sufficiency }: Weighed): boolean {
  return sufficiency === "insufficient";
}
