import type { Artifact, ArtifactKind, ArtifactRef } from "../model/artifact.ts";
import type { Fingerprint } from "../model/fingerprint.ts";
import type { Gap } from "../model/gap.ts";
import type { Generation } from "../model/generation.ts";
import type { Passage } from "../model/passage.ts";
import type { LiveSegment, SegmentStore } from "./passage-index.ts";

/** What the last completed scan knew of one input. */
export interface KnownInput {
  readonly source: string;
  readonly path: string;
  readonly fingerprint: Fingerprint;
  /** What the file hashed to then. */
  readonly version: string;
}

/** A version's text and passages, compressed by the store's own codec, possibly in a worker. */
export interface PackedText {
  readonly version: string;
  /** How the text was split: the same bytes as `LICENSE` and as `LICENSE.md` have different passages. */
  readonly kind: ArtifactKind;
  /** Of the exact bytes, before packing. */
  readonly byteLength: number;
  /** Opaque to everyone but the store that made it. */
  readonly frames: readonly Uint8Array[];
  /** Opaque as well. */
  readonly passages: Uint8Array;
}

/** A text as it was read and split, before the store packs it. */
export interface SplitText {
  readonly version: string;
  readonly kind: ArtifactKind;
  readonly bytes: Uint8Array;
  readonly passages: readonly Passage[];
}

/** How an adapter packs a text before it is staged. Pure, and callable from any thread. */
export interface TextCodec {
  /** Returns the text as the store keeps it. Equal input gives equal bytes. */
  pack(text: SplitText): PackedText;
}

/** What happened at the last attempt to refresh, kept across processes. */
export interface RefreshRecord {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly status: "published" | "unchanged" | "failed";
  readonly reason: string;
}

/** What `publish` turns into the next generation, in one short transaction. */
export interface Publication {
  /** The new generation; its parent must be the current one. */
  readonly generation: Generation;
  /** Added or replaced artifacts. Their texts were staged before. */
  readonly artifacts: readonly Artifact[];
  /** Artifacts that the new generation no longer has. */
  readonly removed: readonly ArtifactRef[];
  /** The complete list of segments of the new generation. */
  readonly segments: readonly LiveSegment[];
  /** The complete list of standing gaps (skipped files, invalid records). */
  readonly gaps: readonly Gap[];
  /** Inputs to remember or to replace, and those to forget. */
  readonly inputs: readonly KnownInput[];
  readonly forgottenInputs: readonly { readonly source: string; readonly path: string }[];
  /** Free-form facts kept with the generation, such as the digests of rendered pages. */
  readonly facts: Readonly<Record<string, string>>;
}

/** What a store takes, in bytes. */
export interface StoreSizes {
  /** The main file. */
  readonly databaseBytes: number;
  /** The write-ahead log beside it. */
  readonly walBytes: number;
  /** Texts as stored, of every generation. */
  readonly textBytes: number;
  /** Rows of the index. */
  readonly indexBytes: number;
}

/**
 * Keeps texts once per version, the current generation, and the index rows. Promises:
 * - A reader sees one generation whole or the next one whole, never a mixture.
 * - Texts and blocks once staged are never changed. Staged rows that no publication names are swept under the lock.
 *   Staging a version again is allowed: other passages for it (a new splitter) replace the old ones at publish, and
 *   stored bytes that no longer match their checksum are replaced at once.
 * - `publish` refuses (`store_conflict`) when the current generation is not the publication's parent.
 * - Bytes that do not hash to what was stored are `"damaged"`, never returned.
 * - Foreign errors arrive as refusals: `store_busy`, `store_corrupt`, `store_full`, `store_readonly`, `store_newer`.
 */
export interface ContentStore extends SegmentStore {
  /** What packs the texts that `stageTexts` takes. */
  readonly codec: TextCodec;
  /** False when this process may only read. */
  readonly writable: boolean;

  /** The generation that is searched now; `none` before the first one. */
  current(): Promise<Generation | "none">;
  /** What the current generation was published with; empty before the first one. */
  facts(): Promise<Readonly<Record<string, string>>>;
  /** What `recordRefresh` was last told, by any process. */
  lastRefresh(): Promise<RefreshRecord | "none">;
  /** The standing gaps of the current generation. */
  gaps(): Promise<readonly Gap[]>;
  /** What the last scan knew, in no order that matters. */
  inputs(): Promise<readonly KnownInput[]>;
  /** Current artifacts, sorted by ref; all of them, or those asked for that exist. */
  artifacts(refs?: readonly ArtifactRef[]): Promise<readonly Artifact[]>;
  /** Artifacts of any generation that had this version, newest first; `versionPrefix` is at least 8 hex digits. */
  findVersions(versionPrefix: string): Promise<readonly Artifact[]>;
  /** The passages of a version split as this kind of text. */
  passages(
    version: string,
    kind: ArtifactKind,
  ): Promise<readonly Passage[] | "missing" | "damaged">;
  /** The one passage at this position: what a hit needs, without unpacking its neighbors. */
  passage(
    version: string,
    kind: ArtifactKind,
    position: number,
  ): Promise<Passage | "missing" | "damaged">;
  /** Bytes of a version, end exclusive; a range that reaches past the end is clipped to it. */
  readRange(
    version: string,
    startByte: number,
    endByte: number,
  ): Promise<Uint8Array | "missing" | "damaged">;
  /** All bytes of a version, verified against it. */
  readText(version: string): Promise<Uint8Array | "missing" | "damaged">;
  /** Keeps texts for a publication to come; a version that is already kept costs nothing. */
  stageTexts(texts: readonly PackedText[]): Promise<void>;
  /** Makes what was staged the current generation, whole or not at all. */
  publish(publication: Publication): Promise<void>;
  /** Remembers re-hashed but unchanged inputs without a new generation. */
  rememberInputs(inputs: readonly KnownInput[]): Promise<void>;
  /** Remembers an attempt across processes. */
  recordRefresh(record: RefreshRecord): Promise<void>;
  /** Removes staged rows and superseded segments that no reader can still need. Call it under the refresh lock. */
  sweep(): Promise<void>;
  /** Reads every row and returns what does not check out, worst first; empty when sound. */
  check(): Promise<readonly string[]>;
  /** Measures the store as it is now. */
  sizes(): Promise<StoreSizes>;
  /** Ends the connection. */
  close(): Promise<void>;
}
