import type { Citation } from "./citation.ts";
import type { Envelope } from "./envelope.ts";
import type { Explanation } from "./explanation.ts";

/** Why a passage ranked where it did for a question, or why it was no candidate. */
export interface ExplainResponse extends Envelope<"exhibit.explain/1"> {
  /** The question as it was asked; a very long one is shortened. */
  readonly query: string;
  readonly citation: Citation;
  /** 1-based place among the candidates, or why it has none. */
  readonly rank: number | "not_a_candidate";
  /** Why it is no candidate, where the program knows; absent for a candidate (ORD-04). */
  readonly reason?: string;
  /** Of this ranker and index; scores of different rankers do not compare. */
  readonly score: number | "unavailable";
  /** Words of the question that the passage holds in a form this ranker counts. */
  readonly matched: readonly string[];
  /** Words of the question that it does not hold. */
  readonly unmatched: readonly string[];
  /** `unavailable` when the passage is no candidate or the index could not be read. */
  readonly explanation: Explanation | "unavailable";
}
