import type { ArtifactKind, SourceName } from "./artifact.ts";
import type { DoctorResponse } from "./doctor-response.ts";
import type { ExplainResponse } from "./explain-response.ts";
import type { MapResponse } from "./map-response.ts";
import type { ObserveResponse } from "./observe-response.ts";
import type { OpenResponse } from "./open-response.ts";
import type { RefreshProgress, RefreshResponse } from "./refresh-response.ts";
import type { Detail, SearchResponse } from "./search-response.ts";
import type { StatusResponse } from "./status-response.ts";
import type { VerifyResponse } from "./verify-response.ts";

/** `auto` serves last-good when it cannot refresh; `strict` refuses instead; `off` writes nothing. */
export type RefreshMode = "auto" | "off" | "strict";

export type Ranker = "lexical" | "exact" | "reference";

/** What every call takes. */
export interface CallOptions {
  /** UTF-8 bytes of the whole serialized response. Default 12,000. */
  readonly capBytes?: number;
  /** Default `auto`. */
  readonly refresh?: RefreshMode;
  /** Days after which a declared observation counts as stale. Default 7, or the configuration's. */
  readonly maxAgeDays?: number;
}

export interface SearchOptions extends CallOptions {
  /** From 1 to 100, by default 5. */
  readonly limit?: number;
  readonly ranker?: Ranker;
  readonly sources?: readonly SourceName[];
  /** Globs over artifact paths; any may match. `!` in front excludes. */
  readonly paths?: readonly string[];
  readonly kinds?: readonly ArtifactKind[];
  readonly languages?: readonly string[];
  /** Words that must stand in one heading above the passage. */
  readonly heading?: string;
  readonly excludedWords?: readonly string[];
  readonly detail?: Detail;
  readonly explain?: boolean;
  /** Adds the path the call took, stage by stage. */
  readonly trace?: boolean;
}

/** An explanation is of one passage among all, so it takes no filter. */
export interface ExplainOptions extends CallOptions {
  readonly ranker?: Ranker;
}

export interface OpenOptions extends CallOptions {
  /** 1-based, inclusive. */
  readonly startLine?: number;
  readonly endLine?: number;
}

export interface MapOptions extends CallOptions {
  /** `identity` modules only, `section` (default) with sections, `full` with the whole text. */
  readonly detail?: Detail;
  readonly paths?: readonly string[];
  readonly limit?: number;
  /** Goes on behind this module: a path or an `artifact://` reference, in the order maps have. */
  readonly after?: string;
}

export interface RefreshOptions {
  readonly capBytes?: number;
  /** Forgets the index and builds it anew from the inputs; old citations stay resolvable. */
  readonly rebuild?: boolean;
}

/** A citation together with what it was given with, as a saved response has it: both are checked. */
export interface SavedCitation {
  readonly citation: string;
  /** First 16 hex digits of the sha256 of the excerpt's bytes. */
  readonly excerptSha256: string;
  readonly excerpt?: string;
}

export interface NewObservation {
  /** ISO 8601 with an offset: when the upstream was looked at. */
  readonly at: string;
  readonly evidence: string;
  readonly expires: string;
}

/**
 * The program as a library. A reference may be `path`, `path:12-18`, `path:12-18@<version>`, `artifact://files/path`, or
 * a full citation `artifact://files/path@<version>#L12-L18`, which `citationOf` writes. Every call refuses an option it
 * does not know (`option_unknown`).
 */
export interface Engine {
  /** The workspace in use, absolute: what artifact paths of `files` are relative to. */
  readonly workspace: string;
  /** Where the store is, absolute. `pages/` inside it is what artifact paths of `records` are relative to. */
  readonly dataFolder: string;
  search(query: string, options?: SearchOptions): Promise<SearchResponse>;
  open(reference: string, options?: OpenOptions): Promise<OpenResponse>;
  /** Only a citation with a version can hold: without one it names whatever stands there now. */
  verify(
    citations: readonly (string | SavedCitation)[],
    options?: CallOptions,
  ): Promise<VerifyResponse>;
  map(options?: MapOptions): Promise<MapResponse>;
  explain(query: string, reference: string, options?: ExplainOptions): Promise<ExplainResponse>;
  refresh(options?: RefreshOptions): Promise<RefreshResponse>;
  observe(reference: string, observation: NewObservation): Promise<ObserveResponse>;
  status(options?: CallOptions): Promise<StatusResponse>;
  doctor(options?: CallOptions): Promise<DoctorResponse>;
  /** UTF-16 ranges of `text` that match `words` in some form, for highlighting. */
  locate(
    text: string,
    words: readonly string[],
  ): readonly { readonly start: number; readonly end: number }[];
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Default: the nearest folder upwards with `.exhibit/` or a version control root, else the working directory. */
  readonly workspace?: string;
  /** Default: `EXHIBIT_HOME`, else `.exhibit` in the workspace. */
  readonly dataFolder?: string;
  /** A fixed clock for tests and studies, milliseconds since the epoch. */
  readonly now?: () => number;
  /** Called while a refresh that a call needs is running. */
  readonly onProgress?: (progress: RefreshProgress) => void;
}
