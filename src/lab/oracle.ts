import type { Verdicts } from "../model/decision.ts";
import type { Offer, RepresentationKind } from "../model/representation.ts";
import { openAdmission } from "../pipeline/admit/admission.ts";
import { definePolicy } from "../pipeline/admit/define-policy.ts";
import { digestOf } from "../pipeline/admit/parameters.ts";
import type { Policy } from "../ports/policy.ts";

/** A part of the pool that a task was found to need. */
export interface RequiredPart {
  /** Its id in the pool. */
  readonly candidate: string;
  /** The least of its forms that does. */
  readonly representation: RepresentationKind;
}

/** A policy that knows what no policy may know, and says so. */
export interface Oracle extends Policy {
  /** What it decides by and every other policy is kept from. */
  readonly forbiddenKnowledge: string;
}

/**
 * Makes the policy that admits exactly a minimal set, each part in its least sufficient form, and rejects everything else. It is a
 * bound for measurements and lives in the lab alone: its knowledge is the labels, so nothing that it admits may be claimed for a
 * gate.
 */
export function createOracle(required: readonly RequiredPart[]): Oracle {
  const parts = new Map(required.map((part) => [part.candidate, part.representation]));
  const sorted = [...parts].sort(([left], [right]) => (left < right ? -1 : 1));
  const version = `oracle/1:${digestOf({ required: sorted })}`;
  const policy = definePolicy(version, (input): Verdicts => {
    const admission = openAdmission(input, {
      version,
      offersOf: ({ id, offers }): readonly Offer[] => {
        const wanted = parts.get(id);
        return offers.filter(
          ({ granularity, fidelity }) =>
            granularity === wanted?.granularity && fidelity === wanted.fidelity,
        );
      },
      namedAs: () => "none",
      redundantBy: "lines",
    });
    for (const candidate of admission.open) {
      const isRequired = parts.has(candidate.id);
      if (isRequired) admission.enter(candidate, { code: "policy_admits" });
      else admission.reject(candidate, { code: "policy_rejects" });
    }
    return admission.close();
  });
  return {
    ...policy,
    forbiddenKnowledge:
      "which candidates the task requires, and which form of each is the least that does",
  };
}
