/** One published projection of the content store. Immutable; the newest one is searched, all are citable. */
export interface Generation {
  /** Ascending from 1 within one data folder. */
  readonly id: number;
  /** The generation it was built upon; `none` for the first. */
  readonly parentId: number | "none";
  /** sha256 over every input's path and version, and the analyzer and splitter versions. */
  readonly inputsDigest: string;
  /** ISO 8601, UTC. Says when local files were processed, never when facts were checked (COR-17). */
  readonly builtAt: string;
  readonly analyzerVersion: string;
  readonly artifactCount: number;
  readonly passageCount: number;
  /** Exact bytes of all its texts. */
  readonly sourceBytes: number;
}
