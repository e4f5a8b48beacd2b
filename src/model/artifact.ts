import type { Instant } from "./instant.ts";

/** What is read from the workspace into one projection. */
export type ContentSource = "files" | "records";

/** The stores of dated entries, each with a database file of its own and its own way to fail (STO-01). */
export type StoreName = "sessions" | "memory" | "captures";

/** Where an artifact's text came from. Each source is read and fails on its own. */
export type SourceName = ContentSource | StoreName;

/** Every store of entries, in the order in which answers list them. */
export const STORE_NAMES: readonly StoreName[] = ["sessions", "memory", "captures"];

/** How an artifact's text is split into passages. */
export type ArtifactKind = "markdown" | "rst" | "html" | "text" | "code";

/** The encodings the program reads. Anything else is a gap, never a guess. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** Who wrote the text. `agent-generated` is never lost again once set (COR-24). */
export type Origin = "authored" | "rendered" | "agent-generated";

/** `artifact://<source>/<percent-encoded path>`: survives a moved root, a rebuild and a re-rendering (COR-15). */
export type ArtifactRef = `artifact://${string}`;

/** One text of the current generation, as the store keeps it. */
export interface Artifact {
  /** The same as long as source and path are. */
  readonly ref: ArtifactRef;
  readonly source: SourceName;
  /** Relative to the workspace (files) or to the pages folder (records), `/` between parts. */
  readonly path: string;
  /** sha256 of the exact bytes, 64 lowercase hex digits. */
  readonly version: string;
  /** Of the exact bytes, before decoding. */
  readonly byteLength: number;
  readonly encoding: TextEncoding;
  readonly kind: ArtifactKind;
  /** Programming or markup language by file name, or `"unknown"`. */
  readonly language: string;
  /** Front-matter title, else the first heading, else the file name. */
  readonly title: string;
  /** When the source says its facts were seen; never an edit, build or file-system time. */
  readonly observed: Instant;
  /**
   * When each record of a rendered page was seen, by the heading of its section (`headingPath[1]`), if not all are as old as
   * the page. Then `observed` is the oldest date that any of them states (FRE-06, FRE-16).
   */
  readonly sectionObserved?: Readonly<Record<string, Instant>>;
  /** When the source says it was edited, shown with its basis and never counted as an observation. */
  readonly edited: Instant;
  /** As the text or its source states it; `authored` when neither says otherwise. */
  readonly origin: Origin;
}
