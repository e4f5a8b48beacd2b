import type { ArtifactRef } from "../../model/artifact.ts";
import type { LiveEvidence, LiveFreshness } from "../../model/freshness.ts";
import type { Observation } from "../../model/observation.ts";

/** A response of a hundred artifacts names the evidence of the first few; `status` may show that many. */
const MAX_EVIDENCE = 5;

/** An artifact version that a response shows. */
export interface ServedVersion {
  readonly ref: ArtifactRef;
  readonly version: string;
}

/**
 * Answers question 3: verified only when each served version has an observation that was made and has not expired.
 * Nothing but a recorded observation is looked at, so no refresh can turn it true (FRE-04, FRE-07).
 */
export function assessLive(
  served: readonly ServedVersion[],
  observations: readonly Observation[],
  nowMs: number,
): LiveFreshness {
  const evidence: LiveEvidence[] = [];
  let verifiedCount = 0;
  for (const { ref, version } of served) {
    const found = observations.find(
      (o) =>
        o.artifact === ref &&
        o.version === version &&
        Date.parse(o.at) <= nowMs &&
        nowMs < Date.parse(o.expires),
    );
    if (found === undefined) continue;
    verifiedCount++;
    evidence.push({
      artifact: ref,
      at: found.at,
      evidence: found.evidence,
      expires: found.expires,
    });
  }
  const [first, ...others] = evidence;
  const rest = others.slice(0, MAX_EVIDENCE - 1);
  if (first === undefined || verifiedCount < served.length) {
    return { verified: false, evidence: evidence.slice(0, MAX_EVIDENCE) };
  }
  return { verified: true, evidence: [first, ...rest] };
}
