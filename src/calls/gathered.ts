import type { Artifact } from "../model/artifact.ts";
import type { Candidate } from "../model/candidate.ts";
import type { Gap } from "../model/gap.ts";
import type { Pool } from "../model/pool.ts";
import type { Offer } from "../model/representation.ts";
import type { SignalFacts } from "./compose-signals.ts";

/** Text of an offer that a pool holds back, read when it is needed. */
export interface LoadedText {
  readonly text: string;
  readonly tokens: number;
  readonly bytes: number;
}

/** A pool with what answering from it takes. */
export interface Gathered {
  readonly pool: Pool;
  readonly facts: SignalFacts;
  /** The artifact of each candidate, by the candidate's id; those of a pool that was handed over may be missing. */
  readonly artifacts: ReadonlyMap<string, Artifact>;
  readonly gaps: readonly Gap[];
  /** Reads the text of an offer that is deferred: a whole artifact, or a large section. `"none"` when it can no longer be read. */
  readonly loadText: (candidate: Candidate, offer: Offer) => Promise<LoadedText | "none">;
}
