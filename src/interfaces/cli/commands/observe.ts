import { observationInvalid } from "../../../errors.ts";
import type { NewObservation } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { takeOneWord } from "../words.ts";
import { toReference } from "../workspace-path.ts";

/** Records a live check, the only thing that can make `live.verified` true. 0 recorded. */
export const runObserve: RunCommand = (call) => {
  const reference = takeOneWord(call, "REF", "what was checked, for example docs/a.md");
  const observation = readObservation(call.settings);
  return answer(call, {
    ask: (engine, places) => engine.observe(toReference(places, reference), observation),
    exitOf: (response) => exitOfAnswer(true, response, call.settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-observe.ts")).formatObserve,
  });
};

/** All three are needed: without a time, evidence and an end, a check is a claim. */
function readObservation({ at, evidence, expires }: Settings): NewObservation {
  if (at === undefined) throw observationInvalid("--at is missing: when was it looked at?");
  if (evidence === undefined) {
    throw observationInvalid("--evidence is missing: a URL, a ticket or a command");
  }
  if (expires === undefined) {
    throw observationInvalid("--expires is missing: until when does it count?");
  }
  return { at, evidence, expires };
}
