import type { Artifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { type Instant, toEpochMs } from "../model/instant.ts";
import type { TimelineKind } from "../model/timeline-response.ts";
import type { Dated } from "../pipeline/timeline/order-events.ts";
import { toArtifact } from "./entry-artifact.ts";

/** What may stand in a timeline, before its text is read. The time is NaN for what is undated. */
export interface TimelineItem extends Dated {
  readonly artifact: Artifact;
  /** `none` for a text of the workspace. */
  readonly entry: Entry | "none";
  readonly kind: TimelineKind;
  readonly time: Instant;
}

/** An entry of a store by the time it carries. */
export function ofEntry(entry: Entry): TimelineItem {
  const { kind, ref, time } = entry;
  return { ref, epochMs: toEpochMs(time), artifact: toArtifact(entry), entry, kind, time };
}

/** A text of the workspace by the date it declares; an edit or a commit is not when its facts were seen. */
export function ofArtifact(artifact: Artifact): TimelineItem {
  const { ref, observed, source } = artifact;
  const kind = source === "records" ? "record" : "file";
  return { ref, epochMs: toEpochMs(observed), artifact, entry: "none", kind, time: observed };
}
