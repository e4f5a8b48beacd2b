import type { Envelope } from "./envelope.ts";
import type { Observation } from "./observation.ts";

/** The live check as it is on record now. */
export interface ObserveResponse extends Envelope<"exhibit.observe/1"> {
  /** With its times in UTC. */
  readonly observation: Observation;
}
