import type { ArtifactRef } from "../model/artifact.ts";
import type { Observation } from "../model/observation.ts";

/** Live checks, append-only and irreplaceable; kept apart from everything a refresh can rebuild. */
export interface ObservationLog {
  /** Newest first by `at`. */
  list(artifacts: readonly ArtifactRef[]): Promise<readonly Observation[]>;
  /** Keeps an observation for good: it is on disk when this returns. */
  append(observation: Observation): Promise<void>;
  /** Reads every observation and returns how many there are; refuses (`store_corrupt`) when one is not whole. */
  check(): Promise<number>;
  /** Ends the connection, if there was one. */
  close(): Promise<void>;
}
