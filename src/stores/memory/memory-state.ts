import type { Artifact, ArtifactRef } from "../../model/artifact.ts";
import type { Gap } from "../../model/gap.ts";
import type { Generation } from "../../model/generation.ts";
import type { KnownInput, RefreshRecord } from "../../ports/content-store.ts";
import type { LiveSegment } from "../../ports/passage-index.ts";

/** A text and its splits by kind. A staged split waits for the next publish while readers use the other. */
export interface StoredText {
  readonly bytes: Uint8Array;
  readonly splits: Map<string, Uint8Array>;
  readonly stagedSplits: Map<string, Uint8Array>;
}

/** What one publish replaces as a whole; never edited afterwards. */
export interface Projection {
  readonly generation: Generation | "none";
  readonly artifacts: ReadonlyMap<ArtifactRef, Artifact>;
  readonly segments: readonly LiveSegment[];
  readonly gaps: readonly Gap[];
  readonly facts: Readonly<Record<string, string>>;
}

/** Everything a memory store holds. */
export interface MemoryState {
  projection: Projection;
  /** Segments of the generation before, kept for readers in the middle of a query. */
  formerSegments: readonly LiveSegment[];
  /** Newest last: every artifact that was ever replaced or removed. */
  readonly formerArtifacts: Artifact[];
  readonly texts: Map<string, StoredText>;
  readonly blocks: Map<number, Map<string, Uint8Array>>;
  readonly inputs: Map<string, KnownInput>;
  lastRefresh: RefreshRecord | "none";
  lastSegmentId: number;
}

export function createMemoryState(): MemoryState {
  return {
    projection: {
      generation: "none",
      artifacts: new Map(),
      segments: [],
      gaps: [],
      facts: {},
    },
    formerSegments: [],
    formerArtifacts: [],
    texts: new Map(),
    blocks: new Map(),
    inputs: new Map(),
    lastRefresh: "none",
    lastSegmentId: 0,
  };
}
