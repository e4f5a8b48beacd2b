import type { BundleRecord, RecordedCandidate } from "../model/ledger-record.ts";
import { GRANULARITIES, type Granularity } from "../model/representation.ts";
import type { RequiredPart } from "./oracle.ts";

/** How a bundle stands to the least that the task needed. */
export interface AdmissionComparison {
  /** `under`: something required is missing; `over`: more than that entered; a bundle can be both. */
  readonly reads: "exact" | "under" | "over" | "both";
  /** Required parts that are in the bundle in no sufficient form, in the order given. */
  readonly missing: readonly RequiredPart[];
  /** Labels of exhibits that are no part of what is required. */
  readonly unneeded: readonly string[];
  /** Tokens of those, and what required parts have beyond their least sufficient form (LED-01). */
  readonly extraTokens: number;
  readonly admittedTokens: number;
}

/**
 * Compares what a bundle admitted with a minimal required set (FAI-09). `"not_evaluated"` where nobody labeled the task: without
 * an oracle neither reading can be checked.
 */
export function compareWithOracle(
  record: Pick<BundleRecord, "candidates" | "exhibits">,
  required: readonly RequiredPart[] | "unlabeled",
): AdmissionComparison | "not_evaluated" {
  if (required === "unlabeled") return "not_evaluated";
  const parts = new Map(required.map((part) => [part.candidate, part]));
  const met = new Set<string>();
  const unneeded: string[] = [];
  let [extraTokens, admittedTokens] = [0, 0];
  for (const { candidate, label, representation, tokens } of record.exhibits) {
    admittedTokens += tokens;
    const part = parts.get(candidate);
    if (part === undefined) {
      unneeded.push(label);
      extraTokens += tokens;
      continue;
    }
    if (isLess(representation.granularity, part.representation.granularity)) continue;
    met.add(candidate);
    const source = record.candidates.find(({ id }) => id === candidate);
    extraTokens += Math.max(0, tokens - leastTokens(source, part, tokens));
  }
  const missing = required.filter(({ candidate }) => !met.has(candidate));
  const [isUnder, isOver] = [missing.length > 0, extraTokens > 0];
  const reads = isUnder ? (isOver ? "both" : "under") : isOver ? "over" : "exact";
  return { reads, missing, unneeded, extraTokens, admittedTokens };
}

function isLess(granularity: Granularity, least: Granularity): boolean {
  return GRANULARITIES.indexOf(granularity) < GRANULARITIES.indexOf(least);
}

/** What the least sufficient form costs; where it was not offered, what entered was the least there was. */
function leastTokens(
  candidate: RecordedCandidate | undefined,
  { representation }: RequiredPart,
  entered: number,
): number {
  const least = candidate?.offers.find(
    ({ fidelity, granularity }) =>
      granularity === representation.granularity && fidelity === representation.fidelity,
  );
  return least?.tokens ?? entered;
}
