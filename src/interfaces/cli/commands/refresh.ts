import type { RefreshOptions } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { assertNoWords } from "../words.ts";

/** Brings the projection up to date. 0 done; a refresh that cannot be done is refused (2). */
export const runRefresh: RunCommand = (call) => {
  assertNoWords(call);
  const { settings } = call;
  return answer(call, {
    ask: (engine) =>
      engine.refresh(given<RefreshOptions>({ capBytes: settings.cap, rebuild: settings.rebuild })),
    exitOf: (response) => exitOfAnswer(true, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-refresh.ts")).formatRefresh,
  });
};
