import { FTS5_RANKER } from "./fts5-ranker.ts";
import type { RankerKind } from "./ranker.ts";

/** What is compared, the baseline first and the program last: the one place where a ranker is plugged in. */
export const RANKERS: readonly RankerKind[] = [FTS5_RANKER];
