import type { ArtifactRef } from "../../../model/artifact.ts";
import type { Candidate } from "../../../model/candidate.ts";
import type { Policy } from "../../../ports/policy.ts";
import { openAdmission } from "../admission.ts";
import { definePolicy } from "../define-policy.ts";
import { exactOffer, identityOffer, wholeOffers } from "../offers-of.ts";
import { digestOf } from "../parameters.ts";

/** An artifact that is wanted in any case, or lines of it, 1-based and inclusive. */
export interface Pin {
  readonly artifact: ArtifactRef;
  readonly lines: { readonly startLine: number; readonly endLine: number } | "all";
}

/**
 * Admits the candidates of pinned artifacts, as much of each as fits, and names all others by their identity: preload what every
 * near step needs, disclose the rest (ADM-40). Of an artifact whose lines are pinned, those candidates that share any with them.
 */
export function createHybrid(pinned: readonly Pin[]): Policy {
  const wanted = new Set(pinned.map(nameOf));
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
    const isPinned = new Set(
      admission.open.filter((candidate) => pinned.some((pin) => holds(pin, candidate))),
    );
    for (const candidate of isPinned) admission.enter(candidate, { code: "pinned" });
    for (const candidate of admission.open) {
      if (!isPinned.has(candidate)) admission.name(candidate, { code: "next_best" });
    }
    return admission.close();
  });
}

function nameOf({ artifact, lines }: Pin): string {
  return lines === "all" ? artifact : `${artifact}#L${lines.startLine}-L${lines.endLine}`;
}

function holds({ artifact, lines }: Pin, candidate: Candidate): boolean {
  if (candidate.artifact !== artifact) return false;
  if (lines === "all") return true;
  const { startLine, endLine } = candidate.citation;
  return startLine <= lines.endLine && lines.startLine <= endLine;
}
