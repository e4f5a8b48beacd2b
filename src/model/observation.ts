import type { ArtifactRef } from "./artifact.ts";

/** A live check somebody made and vouches for; the only thing that can make `live.verified` true (FRE-04, FRE-10). */
export interface Observation {
  readonly artifact: ArtifactRef;
  /** The version that was checked. The observation says nothing about another one. */
  readonly version: string;
  /** ISO 8601, UTC: when the upstream was looked at, as stated by whoever looked. */
  readonly at: string;
  /** Where the evidence is: a URL, a ticket, a command. Never empty. */
  readonly evidence: string;
  /** ISO 8601, UTC: from this instant on it no longer counts. */
  readonly expires: string;
  /** ISO 8601, UTC, by this program's clock. */
  readonly recordedAt: string;
}
