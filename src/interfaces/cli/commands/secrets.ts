import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { assertNoWords } from "../words.ts";

/** Says where secrets stand. 0 some were found, 1 none, 3 none in an incomplete answer. */
export const runSecrets: RunCommand = (call) => {
  assertNoWords(call);
  return answer(call, {
    ask: (engine) => engine.secrets(callOptions(call.settings)),
    exitOf: (response) =>
      exitOfAnswer(response.secretCount > 0, response, call.settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-secrets.ts")).formatSecrets,
  });
};
