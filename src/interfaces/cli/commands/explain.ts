import { optionInvalid, queryEmpty } from "../../../errors.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { explainOptions } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { toReference } from "../workspace-path.ts";

/** Explains a rank. 0 the passage is a candidate, 1 it is none, 3 it is none in an incomplete answer. */
export const runExplain: RunCommand = (call) => {
  const reference = call.words.at(-1) ?? "";
  const query = call.words.slice(0, -1).join(" ");
  if (call.words.length < 2) {
    throw optionInvalid(
      "QUERY REF",
      "give a question, then the passage: exhibit explain 'who owns it' docs/a.md:3",
    );
  }
  if (query.trim() === "") throw queryEmpty();
  return answer(call, {
    ask: (engine, places) =>
      engine.explain(query, toReference(places, reference), explainOptions(call.settings)),
    exitOf: (response) =>
      exitOfAnswer(
        response.rank !== "not_a_candidate",
        response,
        call.settings["require-complete"] === true,
      ),
    loadFormat: async () => (await import("../format/format-explain.ts")).formatExplain,
  });
};
