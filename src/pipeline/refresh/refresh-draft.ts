import type { Artifact, ArtifactRef } from "../../model/artifact.ts";
import type { Generation } from "../../model/generation.ts";
import type { InputCheck } from "./check-inputs.ts";
import type { Ingested } from "./ingest-texts.ts";
import type { RecordRefresh } from "./render-records.ts";

/** Everything a refresh knows before it publishes. */
export interface RefreshDraft {
  readonly parent: Generation | "none";
  readonly before: ReadonlyMap<ArtifactRef, Artifact>;
  readonly check: InputCheck;
  readonly records: RecordRefresh;
  readonly ingested: Ingested;
  /** Every text is new to the index, and the old segments go. */
  readonly isRebuild: boolean;
}
