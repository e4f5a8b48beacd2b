import type { Envelope } from "./envelope.ts";
import type { Observation } from "./observation.ts";

export interface ObserveResponse extends Envelope<"exhibit.observe/1"> {
  readonly observation: Observation;
}
