import type { Gap } from "../model/gap.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import type { IndexAnswer } from "../ports/passage-index.ts";
import type { OpenedContent } from "./ask-content.ts";
import type { CitedHit } from "./cite-candidates.ts";
import { unknownDateGap } from "./compose-signals.ts";
import type { FoundEverywhere } from "./find-everywhere.ts";

/** Lists what could not answer a search: stores first, then words that nothing asked holds, then what stands open anyway. */
export function listSearchGaps(
  everywhere: FoundEverywhere,
  cited: { readonly hits: readonly CitedHit[]; readonly gaps: readonly Gap[] },
  nowMs: number,
): readonly Gap[] {
  const { answers, asksContent, candidates, content, found, stores } = everywhere;
  const shown = cited.hits.map((hit) => hit.cited.artifact);
  return [
    ...stores.flatMap(({ gaps }) => gaps),
    ...(asksContent ? gapsOfOpening(content) : []),
    ...cited.gaps,
    ...(found === "none" ? [] : found.gaps),
    ...inAll(answers, ({ unmatchedWords }) => unmatchedWords).map(
      (word): Gap => ({ code: "term_unmatched", subject: word }),
    ),
    ...(candidates.length > 0 ? [] : listLeftOut(answers)),
    ...unknownDateGap(shown, nowMs),
    ...(asksContent ? summarizeGaps(content.standing.gaps) : []),
  ];
}

function gapsOfOpening({ failure, session }: OpenedContent): readonly Gap[] {
  if (session !== "none") return session.gaps;
  if (failure === "none") return [];
  return [{ code: "source_failed", subject: "content.db", detail: failure.message }];
}

/** Why nothing was found although words are there: a phrase nobody wrote, a filter, an excluded word. */
function listLeftOut(answers: readonly IndexAnswer[]): readonly Gap[] {
  if (answers.length === 0) return [];
  const sum = (count: (answer: IndexAnswer) => number): number =>
    answers.reduce((total, answer) => total + count(answer), 0);
  const held = sum(({ passageCount }) => passageCount);
  const accepted = sum(({ acceptedPassages }) => acceptedPassages);
  const filteredOut = sum((answer) => answer.filteredOut);
  const excluded = sum(({ excludedPassages }) => excludedPassages);
  const leftOut = (count: number, detail: string): Gap => ({
    code: "passages_left_out",
    count,
    detail,
  });
  return [
    ...inAll(answers, ({ unmetPhrases }) => unmetPhrases).map(
      (phrase): Gap => ({ code: "term_unmatched", subject: `"${phrase}"` }),
    ),
    // Where there is no passage at all, no filter is to blame.
    ...(held > 0 && accepted === 0 ? [leftOut(0, "the filters let none through")] : []),
    ...(accepted > 0 && filteredOut > 0 ? [leftOut(filteredOut, "by the filters")] : []),
    ...(excluded > 0 ? [leftOut(excluded, "by an excluded word")] : []),
  ];
}

/** What every answer lists: a word that one store holds is not missing. */
function inAll(
  answers: readonly IndexAnswer[],
  wordsOf: (answer: IndexAnswer) => readonly string[],
): readonly string[] {
  const [first, ...others] = answers.map(wordsOf);
  return (first ?? []).filter((word) => others.every((words) => words.includes(word)));
}
