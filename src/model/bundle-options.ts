import type { SourceName } from "./artifact.ts";
import type { EarlierBundle } from "./bundle-response.ts";
import type { CallOptions } from "./call-options.ts";
import type { Pool } from "./pool.ts";
import type { Granularity } from "./representation.ts";

/** How a bundle is written down for its reader. Caps hold for the form that is emitted. */
export type BundleForm = "json" | "markdown" | "xml";

/** What a bundle takes beside what every call takes. */
export interface BundleOptions extends CallOptions {
  /** Of the whole rendering, by `o200k_base`. Default 2,000. */
  readonly capTokens?: number;
  /** A policy of this program, such as `lexgate:lean` (the default), or a name of the configuration's `policies`. */
  readonly policy?: string;
  /** What the reader has already: an earlier bundle. */
  readonly resident?: EarlierBundle;
  /** Artifacts, with or without lines, that are candidates whatever the search finds. */
  readonly files?: readonly string[];
  /** Artifacts that `hybrid` admits in any case, beside those of the configuration. */
  readonly pinned?: readonly string[];
  /** The newest so many events of the timeline as candidates. Default 0. */
  readonly recent?: number;
  /** Default all. */
  readonly sources?: readonly SourceName[];
  readonly excludedSessions?: readonly string[];
  readonly quarantined?: boolean;
  /** The pool to decide about, instead of one that a search makes. */
  readonly pool?: Pool;
  /** The form whose size the caps bound. Default `json`. */
  readonly form?: BundleForm;
  /** False leaves no trace, and the answer says so. Default true. */
  readonly record?: boolean;
}

/** How to go on from a bundle. */
export interface ExpandOptions extends CallOptions {
  /** Default: the next richer form that is offered. */
  readonly to?: Granularity;
  /** Why what was shown is not enough; refused when it is empty (DIS-02). */
  readonly because: string;
  /** The bundle, as the ledger names it. Default: the newest one. */
  readonly bundle?: string;
  /** The bundle itself, where it was not recorded. */
  readonly resident?: EarlierBundle;
  readonly capTokens?: number;
  readonly form?: BundleForm;
  readonly record?: boolean;
}
