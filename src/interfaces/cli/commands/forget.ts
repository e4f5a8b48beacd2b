import { optionInvalid } from "../../../errors.ts";
import { STORE_NAMES } from "../../../model/artifact.ts";
import type { ForgetOptions, ForgetSelectionOptions } from "../../../model/forget-options.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { oneOf } from "../options.ts";

/** Shows what a selection holds, or removes it for good. 0 something, 1 nothing, 3 nothing in an incomplete answer. */
export const runForget: RunCommand = async (call) => {
  const { settings } = call;
  if (settings.yes && settings["dry-run"]) {
    throw optionInvalid("--yes", "it removes, and --dry-run does not; give one of them");
  }
  const options = given<ForgetOptions>({ capBytes: settings.cap, confirmed: settings.yes });
  return answer(call, {
    ask: (engine) => engine.forget(readSelection(call), options),
    exitOf: (response) =>
      exitOfAnswer(
        response.entryCount + response.observationCount + response.bundleCount > 0,
        response,
        settings["require-complete"] === true,
      ),
    loadFormat: async () => (await import("../format/format-forget.ts")).formatForget,
  });
};

function readSelection({ settings, words }: Call): ForgetSelectionOptions {
  return given<ForgetSelectionOptions>({
    references: words.length === 0 ? undefined : words,
    sessions: settings.session,
    agents: settings.agent,
    query: settings.query,
    before: settings.before,
    retention: settings.retention,
    sources: settings.source?.map((name) => oneOf("--source", STORE_NAMES, name)),
  });
}
