import type { ArtifactRef } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { Redaction } from "./entry.ts";
import type { Envelope } from "./envelope.ts";
import type { Hit } from "./search-response.ts";

/** What one stream of a command, or a standard input, came to. */
export interface CapturedStream {
  readonly stream: "stdout" | "stderr" | "stdin";
  readonly artifact: ArtifactRef;
  /** Bytes that were written. */
  readonly bytes: number;
  /** Bytes of them, from the middle, that are not kept because they were more than the bound. */
  readonly cutBytes: number;
  readonly lines: number;
  /** The first lines, exactly as cited. */
  readonly anchor: string;
  readonly citation: Citation;
  /** The last lines; empty when the anchor shows all there is. */
  readonly ending: string;
}

/** How a captured command ended; `none` for a standard input. */
export type CaptureEnd =
  | { readonly status: "exited"; readonly code: number }
  | { readonly status: "killed"; readonly signal: string }
  | { readonly status: "timed_out" }
  | { readonly status: "too_much_output" }
  | { readonly status: "none" };

/** Output that was kept outside the context: where it is, how it begins, and the passages that answer a question. */
export interface CaptureResponse extends Envelope<"exhibit.capture/1"> {
  readonly label: string;
  /** As it was run, secrets taken out; empty for a standard input. */
  readonly command: readonly string[];
  readonly end: CaptureEnd;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Those that were not empty. */
  readonly streams: readonly CapturedStream[];
  /** Secrets taken out before it was kept. */
  readonly redactions: readonly Redaction[];
  /** Passages of this capture that answer `query`; none when nothing was asked. */
  readonly hits: readonly Hit[];
}
