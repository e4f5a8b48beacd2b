import type { ArtifactRef } from "../../model/artifact.ts";
import type { Exhibit } from "../../model/bundle-response.ts";
import type { AdmittedSource } from "../../model/ledger-response.ts";

/**
 * Groups exhibits by the artifact they are of, in the order in which each first appears: two sections of one artifact are one
 * source that was admitted twice, and not two wins (LED-10, ADM-33).
 */
export function groupSources(exhibits: readonly Exhibit[]): readonly AdmittedSource[] {
  const sources = new Map<ArtifactRef, AdmittedSource>();
  for (const { artifact, label, tokens } of exhibits) {
    const known = sources.get(artifact);
    sources.set(artifact, {
      artifact,
      labels: [...(known?.labels ?? []), label],
      tokens: (known?.tokens ?? 0) + tokens,
    });
  }
  return [...sources.values()];
}
