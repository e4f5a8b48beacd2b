import type { ArtifactRef } from "../model/artifact.ts";
import type { Observation } from "../model/observation.ts";

/** Live checks, append-only and irreplaceable; kept apart from everything a refresh can rebuild. */
export interface ObservationLog {
  /** Newest first by `at`. */
  list(artifacts: readonly ArtifactRef[]): Promise<readonly Observation[]>;
  append(observation: Observation): Promise<void>;
  /** Reads every observation and returns how many there are; refuses (`store_corrupt`) when one is not whole. */
  check(): Promise<number>;
  close(): Promise<void>;
}
