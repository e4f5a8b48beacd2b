import { findLineStarts } from "../src/analysis/line-table.ts";
import { openO200kCounter } from "../src/host/o200k-counter.ts";
import {
  type EvidenceFormula,
  SHARE_AND_STANDING,
  STANDING_AND_RANK,
} from "../src/pipeline/admit/evidence-formula.ts";
import { freezePool } from "../src/pipeline/admit/freeze-pool.ts";
import { LEAN, LEAN_2, WIDE, WIDE_2 } from "../src/pipeline/admit/parameters.ts";
import { createBudgetFill } from "../src/pipeline/admit/policies/budget-fill.ts";
import { createGate, createLexgate } from "../src/pipeline/admit/policies/lexgate.ts";
import { createSecondLexgate } from "../src/pipeline/admit/policies/lexgate-2.ts";
import { createNone } from "../src/pipeline/admit/policies/none.ts";
import { createPoolZ } from "../src/pipeline/admit/policies/pool-z.ts";
import { createPreloadAll } from "../src/pipeline/admit/policies/preload-all.ts";
import { createScoreGap } from "../src/pipeline/admit/policies/score-gap.ts";
import { createTopK } from "../src/pipeline/admit/policies/top-k.ts";
import { NO_AUTHOR_WORDS } from "../src/pipeline/gather/author-words.ts";
import { readTaskNames } from "../src/pipeline/gather/task-names.ts";
import { namesOf, toCandidate } from "../src/pipeline/gather/to-candidate.ts";
import { toPool } from "../src/pipeline/gather/to-pool.ts";
import { createVersionText, cutTrimmed } from "../src/pipeline/gather/version-text.ts";

// Where the benchmark of admission reaches into the program's sources, as `plugged-program.ts` is for the others.

export type { CandidateNames } from "../src/pipeline/gather/match-exactly.ts";
export type { LooseCandidate } from "../src/pipeline/gather/to-candidate.ts";
export type { CutBytes, VersionText } from "../src/pipeline/gather/version-text.ts";
export {
  createBudgetFill,
  createGate,
  createLexgate,
  createNone,
  createPoolZ,
  createPreloadAll,
  createScoreGap,
  createSecondLexgate,
  createTopK,
  createVersionText,
  cutTrimmed,
  type EvidenceFormula,
  findLineStarts,
  freezePool,
  LEAN,
  LEAN_2,
  NO_AUTHOR_WORDS,
  namesOf,
  openO200kCounter,
  readTaskNames,
  SHARE_AND_STANDING,
  STANDING_AND_RANK,
  toCandidate,
  toPool,
  WIDE,
  WIDE_2,
};
