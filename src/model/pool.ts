import type { SourceName } from "./artifact.ts";
import type { Candidate, GeneratorName } from "./candidate.ts";
import type { SourceStatus } from "./envelope.ts";

/** A term of the task and how many passages of a source hold it. */
export interface TermCount {
  /** The form that the index knows it by. */
  readonly form: string;
  /** As the task has it, lowercased. */
  readonly written: string;
  readonly passages: number;
}

/** What one generator did for the task, so that scores can be read by its own measure (CAN-28). */
export interface GeneratorReport {
  readonly generator: GeneratorName;
  readonly source: SourceName;
  readonly status: SourceStatus;
  /** Candidates it offered, and the artifacts they are of: five of one artifact are one source (CAN-18). */
  readonly candidates: number;
  readonly artifacts: number;
  /** Passages it chose among. */
  readonly passages: number;
  /** The highest score that the task could reach there; `"unavailable"` for a generator without scores. */
  readonly ceiling: number | "unavailable";
  /** Content terms of the task, in its order; empty for a generator that uses none. */
  readonly terms: readonly TermCount[];
}

/** The task as admission sees it. */
export interface Task {
  /** As it was given. */
  readonly text: string;
  /** What was searched for: the text, or its rarest terms where it is long. */
  readonly query: string;
  /** The project whose candidates may be admitted. */
  readonly scope: string;
}

/**
 * Everything that was surfaced for one task, frozen: the same pool admits the same, whatever the index has become. It holds no
 * judgement of what is required; those live in the lab, and `freezePool` drops what is not listed here (CAN-16).
 */
export interface Pool {
  readonly schema: "exhibit.pool/1";
  readonly task: Task;
  /** What counted tokens, such as `o200k_base`. */
  readonly counter: string;
  readonly generators: readonly GeneratorReport[];
  /** By rank of the answer they came from; what has no rank stands first, then by artifact and position. */
  readonly candidates: readonly Candidate[];
}
