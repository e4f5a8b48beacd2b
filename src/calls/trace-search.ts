import type { SearchOptions } from "../model/engine.ts";
import type { TraceStep } from "../model/envelope.ts";
import type { CitedHit } from "./cite-candidates.ts";
import type { FoundEverywhere } from "./find-everywhere.ts";
import type { StoreAnswer } from "./store-answer.ts";

/** The path a search took, one branch for each store, with counts (DIA-07, ORD-05). */
export function traceSearch(
  everywhere: FoundEverywhere,
  hits: readonly CitedHit[],
  { ranker = "lexical" }: SearchOptions,
): readonly TraceStep[] {
  const { answers, candidates, content, found, stores } = everywhere;
  const { standing } = content;
  const sum = (count: (answer: (typeof answers)[number]) => number): number =>
    answers.reduce((total, answer) => total + count(answer), 0);
  const refresh = standing.projection.refresh.status;
  return [
    { step: "refresh", detail: refresh, count: standing.gaps.length },
    {
      step: "search",
      detail: `content: ${found === "none" ? unsearched(content.session === "none") : found.method}`,
      count: found === "none" ? 0 : found.answer.passageCount,
    },
    ...stores.map((store) => traceStore(store, ranker)),
    {
      step: "match",
      detail: `${answers[0]?.words.length ?? 0} words`,
      count: sum(({ matchedPassages }) => matchedPassages),
    },
    { step: "rank", detail: ranker, count: sum((answer) => answer.candidates.length) },
    { step: "fuse", detail: "by share of each store's ceiling", count: candidates.length },
    { step: "cite", detail: "re-read and re-hashed", count: hits.length },
  ];
}

function unsearched(hasFailed: boolean): string {
  return hasFailed ? "failed" : "not asked";
}

function traceStore({ standing, found }: StoreAnswer, ranker: string): TraceStep {
  const { name, status } = standing;
  if (found !== "none") {
    const detail = status === "ok" ? ranker : `${ranker}, ${status}`;
    return { step: "search", detail: `${name}: ${detail}`, count: found.answer.passageCount };
  }
  const why = status === "ok" ? "nothing kept" : status.replace("_", " ");
  return { step: "search", detail: `${name}: ${why}`, count: 0 };
}
