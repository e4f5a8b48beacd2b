import type { Citation } from "./citation.ts";
import type { Envelope } from "./envelope.ts";
import type { Explanation } from "./explanation.ts";

/** Why a passage ranked where it did for a question, or why it was no candidate. */
export interface ExplainResponse extends Envelope<"exhibit.explain/1"> {
  readonly query: string;
  readonly citation: Citation;
  /** 1-based place among the candidates, or why it has none. */
  readonly rank: number | "not_a_candidate";
  readonly score: number | "unavailable";
  readonly matched: readonly string[];
  readonly unmatched: readonly string[];
  readonly explanation: Explanation | "unavailable";
}
