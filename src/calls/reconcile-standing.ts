import type { Artifact } from "../model/artifact.ts";
import type { PlaceNow } from "../pipeline/cite/locate-excerpt.ts";
import type { Standing } from "../pipeline/refresh/keep-projection.ts";

/** An artifact as a call found it, just now. */
export interface PlacedArtifact {
  readonly artifact: Artifact;
  readonly place: PlaceNow;
}

/**
 * A check may be up to a second old, but what is cited was read just now: a file that changed meanwhile makes a current
 * projection stale, or inconsistent where it is a rendered page (REF-03).
 */
export function reconcileStanding(standing: Standing, placed: readonly PlacedArtifact[]): Standing {
  const moved = placed.find(({ place }) => place.state === "changed" || place.state === "gone");
  if (moved === undefined || standing.projection.state !== "current") return standing;
  const isPage = moved.artifact.source === "records";
  return {
    ...standing,
    projection: {
      ...standing.projection,
      state: isPage ? "inconsistent" : "stale",
      refresh: { status: "skipped", reason: `debounce: ${moved.artifact.path} just changed` },
    },
  };
}
