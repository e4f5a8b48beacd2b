import type { Fingerprint } from "../model/fingerprint.ts";
import type { Gap } from "../model/gap.ts";

/** One rendered Markdown page of the projection: one module. */
export interface RenderedPage {
  /** Relative to the pages folder, `/` between parts, ends in `.md`. */
  readonly path: string;
  /** UTF-8. */
  readonly bytes: Uint8Array;
}

/** An input file of the renderer with what it hashed to. */
export interface RenderInput {
  /** Relative to the workspace, `/` between parts. */
  readonly path: string;
  /** sha256 of its bytes. */
  readonly version: string;
  readonly fingerprint: Fingerprint;
}

/** Every page, or why there is none. Gaps name records that were left out. */
export type RenderOutcome =
  | {
      readonly status: "rendered";
      readonly pages: readonly RenderedPage[];
      readonly gaps: readonly Gap[];
    }
  | {
      readonly status: "failed";
      readonly reason: "renderer_failed" | "renderer_timeout";
      readonly detail: string;
    };

/** Renders records into pages: all of them, or none (REF-12). */
export interface Renderer {
  /** Part of the inputs digest: name, version and configuration. */
  readonly id: string;
  /** Makes the pages. It ends within its time limit, and leaves no program running. */
  render(): Promise<RenderOutcome>;
}

/** The records of a workspace and the pages folder people read. */
export interface RecordProjection {
  readonly renderer: Renderer;
  /** Hashes the record files now. Two equal lists around a render prove that inputs held still. */
  inputs(): Promise<readonly RenderInput[]>;
  /** Replaces the pages people read, as a set. Only a refresh calls it. */
  writePages(pages: readonly RenderedPage[]): Promise<void>;
  /** Returns the sha256 of each page as it is in the folder now; a page that is absent is not listed. */
  readPageVersions(): Promise<ReadonlyMap<string, string>>;
}
