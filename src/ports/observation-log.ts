import type { ArtifactRef } from "../model/artifact.ts";
import type { Observation } from "../model/observation.ts";

/** Live checks, append-only but for `forget`, and irreplaceable; kept apart from everything a refresh can rebuild. */
export interface ObservationLog {
  /** Newest first by `at`. */
  list(artifacts: readonly ArtifactRef[]): Promise<readonly Observation[]>;
  /** Keeps an observation for good: it is on disk when this returns. */
  append(observation: Observation): Promise<void>;
  /**
   * Removes the observations of these artifacts for good and returns how many there were; each leaves a tombstone of the
   * artifact's hash and the times. The file and its log hold no byte of them when this returns. Given none it only sees to
   * that, for a call that was interrupted. Refuses with `store_busy` when a reader is in the way: then call it again.
   */
  forget(artifacts: readonly ArtifactRef[], at: string): Promise<number>;
  /** Reads every observation and returns how many there are; refuses (`store_corrupt`) when one is not whole. */
  check(): Promise<number>;
  /** Ends the connection, if there was one. */
  close(): Promise<void>;
}
