import type { SourceName } from "./artifact.ts";

/** A text that was read, with its version, before anything is known of its inside. */
export interface RawText {
  readonly source: SourceName;
  readonly path: string;
  readonly version: string;
  readonly bytes: Uint8Array;
}
