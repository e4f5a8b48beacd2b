import { findAgeFailure } from "../age-failure.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions } from "../call-options.ts";
import { EXIT, exitOfAnswer } from "../exit-codes.ts";
import { assertNoWords } from "../words.ts";

/** Says what there is and how old. 0; with `--max-age-days` 1 when something is older or may be, for a pipeline. */
export const runStatus: RunCommand = (call) => {
  assertNoWords(call);
  const { settings } = call;
  const asksForAge = settings["max-age-days"] !== undefined;
  return answer(call, {
    ask: (engine) => engine.status(callOptions(settings)),
    exitOf: (response) =>
      asksForAge && findAgeFailure(response) !== "none"
        ? EXIT.nothingFound
        : exitOfAnswer(true, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-status.ts")).formatStatus,
    noteOn: async (response) => (asksForAge ? findAgeFailure(response) : "none"),
  });
};
