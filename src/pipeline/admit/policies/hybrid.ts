import type { ArtifactRef } from "../../../model/artifact.ts";
import type { Policy } from "../../../ports/policy.ts";
import { openAdmission } from "../admission.ts";
import { definePolicy } from "../define-policy.ts";
import { exactOffer, identityOffer, wholeOffers } from "../offers-of.ts";
import { digestOf } from "../parameters.ts";

/**
 * Admits the candidates of pinned artifacts, as much of each as fits, and names all others by their identity: preload what every
 * near step needs, disclose the rest (ADM-40).
 */
export function createHybrid(pinned: readonly ArtifactRef[]): Policy {
  const wanted = new Set<string>(pinned);
  const version =
    wanted.size === 0 ? "hybrid/1" : `hybrid/1:${digestOf({ pinned: [...wanted].sort() })}`;
  return definePolicy(version, (input) => {
    const admission = openAdmission(input, {
      version,
      offersOf: (candidate) => {
        const full = candidate.offered === "full" ? exactOffer(candidate, "full") : "none";
        return full === "none" ? wholeOffers(candidate) : [full, ...wholeOffers(candidate)];
      },
      namedAs: identityOffer,
      redundantBy: "lines",
    });
    const isPinned = new Set(admission.open.filter(({ artifact }) => wanted.has(artifact)));
    for (const candidate of isPinned) admission.enter(candidate, { code: "pinned" });
    for (const candidate of admission.open) {
      if (!isPinned.has(candidate)) admission.name(candidate, { code: "next_best" });
    }
    return admission.close();
  });
}
