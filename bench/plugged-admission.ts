import { findLineStarts } from "../src/analysis/line-table.ts";
import { openO200kCounter } from "../src/host/o200k-counter.ts";
import { NO_AUTHOR_WORDS } from "../src/pipeline/gather/author-words.ts";
import { readTaskNames } from "../src/pipeline/gather/task-names.ts";
import { namesOf, toCandidate } from "../src/pipeline/gather/to-candidate.ts";
import { toPool } from "../src/pipeline/gather/to-pool.ts";
import { type Cut, createVersionText, cutTrimmed } from "../src/pipeline/gather/version-text.ts";

// Where the benchmark of admission reaches into the program's sources, as `plugged-program.ts` is for the others.

export type { CandidateNames } from "../src/pipeline/gather/match-exactly.ts";
export type { LooseCandidate } from "../src/pipeline/gather/to-candidate.ts";
export type { VersionText } from "../src/pipeline/gather/version-text.ts";
export {
  type Cut,
  createVersionText,
  cutTrimmed,
  findLineStarts,
  namesOf,
  NO_AUTHOR_WORDS,
  openO200kCounter,
  readTaskNames,
  toCandidate,
  toPool,
};
