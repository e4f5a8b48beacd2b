import type { MapOptions } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { assertNoWords } from "../words.ts";

/** Lists modules and their sections. 0 some, 1 none, 3 none in an incomplete answer. */
export const runMap: RunCommand = (call) => {
  assertNoWords(call);
  const { settings } = call;
  const options = given<MapOptions>({
    ...callOptions(settings),
    detail: settings.detail,
    paths: settings.path,
    limit: settings.limit,
  });
  return answer(call, {
    ask: (engine) => engine.map(options),
    exitOf: ({ modules, completeness }) =>
      exitOfAnswer(modules.length > 0, completeness, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-map.ts")).formatMap,
  });
};
