import { createHash } from "node:crypto";
import type { Citation } from "../../src/model/citation.ts";
import type { Pool } from "../../src/model/pool.ts";
import type { IndexAnswer } from "../../src/ports/passage-index.ts";
import type { TokenCounter } from "../../src/ports/token-counter.ts";
import {
  type CutBytes,
  cutTrimmed,
  type LooseCandidate,
  NO_AUTHOR_WORDS,
  readTaskNames,
  toCandidate,
  toPool,
} from "../plugged-admission.ts";
import type { UnitText } from "./unit-texts.ts";

/** A unit that was found. */
export interface UnitHit {
  /** Place among all units of the set. */
  readonly unit: number;
  /** Of stage one. */
  readonly score: number;
}

/** What a pool of units is made from. */
export interface UnitPoolSource {
  readonly question: string;
  readonly answer: IndexAnswer;
  /** Best first. */
  readonly hits: readonly UnitHit[];
  readonly units: readonly UnitText[];
  readonly counter: TokenCounter;
}

/** Makes a pool of units as the program makes one of passages: the same offers, cut and counted by the same code. */
export function poolOfUnits({ question, answer, hits, units, counter }: UnitPoolSource): Pool {
  const { passageCount, stageOneCeiling, terms } = answer;
  const weights = new Map(
    terms.map(({ form, passages }) => [
      form,
      Math.log(1 + (passageCount - passages + 0.5) / (passages + 0.5)),
    ]),
  );
  const names = readTaskNames(question);
  const candidates = hits.flatMap(({ unit, score }, place): LooseCandidate[] => {
    const text = units[unit];
    if (text === undefined) return [];
    return [toLoose(text, { rank: place + 1, score, names, weights, counter })];
  });
  return toPool({
    task: { text: question, query: question, scope: SCOPE },
    counter: counter.name,
    generators: [
      {
        generator: "lexical_search",
        source: "files",
        status: "ok",
        passages: passageCount,
        ceiling: stageOneCeiling,
        terms,
      },
    ],
    candidates,
  });
}

/** The project that every unit belongs to. */
const SCOPE = "question-set";

interface Placed {
  readonly rank: number;
  readonly score: number;
  readonly names: ReturnType<typeof readTaskNames>;
  readonly weights: ReadonlyMap<string, number>;
  readonly counter: TokenCounter;
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

/** The unit is passage and section in one. */
function toLoose({ version, passage, called }: UnitText, placed: Placed): LooseCandidate {
  const { artifact } = version;
  const part = cutTrimmed(version, passage);
  const cite = (cut: CutBytes): Citation => ({
    path: artifact.path,
    startLine: cut.startLine,
    endLine: cut.endLine,
    version: artifact.version.slice(0, 16),
    excerptSha256: digestOf(version.bytes.subarray(cut.startByte, cut.endByte)),
    ...(cut.wholeLines ? {} : { bytes: { start: cut.startByte, end: cut.endByte } }),
    state: "current",
  });
  return toCandidate({
    ...placed,
    generator: "lexical_search",
    offered: "section",
    called,
    version,
    part,
    section: passage,
    sectionCut: part,
    isAskedFor: false,
    author: NO_AUTHOR_WORDS,
    minFidelity: "any",
    path: artifact.path,
    observed: { at: "unknown", basis: "unknown" },
    ageDays: "unknown",
    maxAgeDays: Number.POSITIVE_INFINITY,
    origin: artifact.origin,
    provenance: "workspace-file",
    scope: SCOPE,
    supersededBy: "none",
    citation: cite(part),
    cite,
  });
}
