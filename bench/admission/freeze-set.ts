import type { Pool } from "../../src/model/pool.ts";
import type { IndexAnswer } from "../../src/ports/passage-index.ts";
import type { TokenCounter } from "../../src/ports/token-counter.ts";
import { createMemoryIndex, type MemoryIndex, searchIndex } from "../memory-index.ts";
import { cutIntoSections } from "../quality/cut-sections.ts";
import type { EvalQuestion, EvalSet } from "../quality/eval-set.ts";
import { halfOf } from "../quality/halves.ts";
import { ANSWERABLE, type Label, type LabelledPool } from "./labelled-pool.ts";
import { poolOfUnits } from "./pool-of-units.ts";
import { toUnitTexts, type UnitText } from "./unit-texts.ts";

/** Candidates in a frozen pool. */
export const POOL_SIZE = 20;
/** Deep enough that a pool can be filled after all that answers was taken from it. */
const DEPTH = 100;
/** Questions of each other set that are asked of a corpus which cannot know them. */
const OFF_TOPIC_QUESTIONS = 60;

/** What is needed to freeze the pools of a set. */
export interface FreezeOptions {
  readonly counter: TokenCounter;
  /** Sets whose questions are off topic here. */
  readonly others: readonly EvalSet[];
}

interface AskedQuestion {
  readonly set: string;
  readonly id: string;
  readonly question: string;
  readonly kind: string;
  readonly labels: ReadonlyMap<number, Label>;
}

/**
 * Freezes the twenty best units of a set for each of its questions, as the shipped ranker orders them, each with its score of stage
 * one; the unit is the section as the protocol has it. Beside them the same pools without what answers, questions that people found
 * unanswerable, and questions of other sets.
 */
export async function* freezeSet(
  set: EvalSet,
  { counter: slow, others }: FreezeOptions,
): AsyncGenerator<LabelledPool> {
  const counter = rememberCounts(slow);
  const { documents } = await cutIntoSections(set);
  const memory = createMemoryIndex();
  memory.add(documents);
  const index = memory.open();
  const units = toUnitTexts(set);
  for (const asked of [...ownQuestions(set), ...offTopic(others)]) {
    const answer = await searchIndex(index, asked.question, { ranker: "lexical", limit: DEPTH });
    const source = { memory, units, counter, answer, asked };
    yield freezeOne(source, asked.kind, answer.candidates.slice(0, POOL_SIZE));
    if (asked.kind !== ANSWERABLE) continue;
    const rest = answer.candidates.filter(
      (hit) => asked.labels.get(memory.flatIndexOf(hit)) !== "required",
    );
    yield freezeOne(source, "gold_removed", rest.slice(0, POOL_SIZE));
  }
}

/** A unit is in many pools. */
function rememberCounts(counter: TokenCounter): TokenCounter {
  const known = new Map<string, number>();
  return {
    name: counter.name,
    count(text) {
      const count = known.get(text) ?? counter.count(text);
      known.set(text, count);
      return count;
    },
  };
}

interface FreezeSource {
  readonly memory: MemoryIndex;
  readonly units: readonly UnitText[];
  readonly counter: TokenCounter;
  readonly answer: IndexAnswer;
  readonly asked: AskedQuestion;
}

function freezeOne(
  { memory, units, counter, answer, asked }: FreezeSource,
  kind: string,
  found: IndexAnswer["candidates"],
): LabelledPool {
  const { set, id, question, labels } = asked;
  const hits = found.map((hit) => ({
    unit: memory.flatIndexOf(hit),
    score: hit.stageOneScore,
  }));
  const pool: Pool = poolOfUnits({ question, answer, hits, units, counter });
  const byCandidate = pool.candidates.map(({ id: candidate, rank }): [string, Label] => [
    candidate,
    labels.get(hits[Number(rank) - 1]?.unit ?? -1) ?? "irrelevant",
  ]);
  const required = [...labels.values()].filter((label) => label === "required").length;
  const held = byCandidate.filter(([, label]) => label === "required").length;
  return {
    set,
    id,
    half: halfOf(set, id),
    kind,
    pool,
    labels: Object.fromEntries(byCandidate.filter(([, label]) => label !== "irrelevant")),
    requiredOutside: required - held,
  };
}

function ownQuestions(set: EvalSet): AskedQuestion[] {
  const answerable = set.questions.map(
    (question): AskedQuestion => ({
      set: set.name,
      id: question.id,
      question: question.question,
      kind: ANSWERABLE,
      labels: labelsOf(question),
    }),
  );
  const unanswerable = set.unanswerable.map(
    ({ id, question, label }): AskedQuestion => ({
      set: set.name,
      id,
      question,
      kind: label,
      labels: new Map(),
    }),
  );
  return [...answerable, ...unanswerable];
}

/** What answers is required, whatever else a set says of it. */
function labelsOf({ right, misleading }: EvalQuestion): ReadonlyMap<number, Label> {
  return new Map<number, Label>([
    ...[...misleading.noise].map((unit): [number, Label] => [unit, "distractor"]),
    ...[...misleading.traps].map((unit): [number, Label] => [unit, "trap"]),
    ...[...right].map((unit): [number, Label] => [unit, "required"]),
  ]);
}

/** Evenly spread over each other set, the same ones every time. */
function offTopic(others: readonly EvalSet[]): AskedQuestion[] {
  return others.flatMap(({ name, questions }) => {
    const step = Math.max(1, Math.ceil(questions.length / OFF_TOPIC_QUESTIONS));
    return questions
      .filter((_, place) => place % step === 0)
      .map(({ id, question }) => ({
        set: name,
        id,
        question,
        kind: "off_topic",
        labels: new Map<number, Label>(),
      }));
  });
}
