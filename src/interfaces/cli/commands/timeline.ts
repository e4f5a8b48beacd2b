import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { timelineOptions } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";

/** Tells what happened. 0 some, 1 none in a complete answer, 3 none in an incomplete one, or none that fits the cap. */
export const runTimeline: RunCommand = (call) => {
  const options = timelineOptions(call.settings);
  return answer(call, {
    ask: (engine) => engine.timeline(call.words.join(" "), options),
    exitOf: (response) =>
      exitOfAnswer(
        [response.events, response.undated, response.unproven ?? []].some(
          ({ length }) => length > 0,
        ),
        response,
        call.settings["require-complete"] === true,
      ),
    loadFormat: async () => (await import("../format/format-timeline.ts")).formatTimeline,
  });
};
