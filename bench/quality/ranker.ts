import type { EvalSet } from "./eval-set.ts";

/** Ranks the units of one set for a question, best first, at most 100. */
export interface Ranker {
  rank(question: string): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Opens a ranker over one set's units. The name is what tables and receipts print. */
export interface RankerKind {
  readonly name: string;
  open(set: EvalSet): Promise<Ranker>;
}

/** How deep every ranker is asked: measures look at ten, MRR at all. */
export const RANK_DEPTH = 100;
