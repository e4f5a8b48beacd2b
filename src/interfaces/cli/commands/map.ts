import type { MapOptions } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { assertNoWords } from "../words.ts";
import { toReference } from "../workspace-path.ts";

/** Lists modules and their sections. 0 some, 1 none, 3 none in an incomplete answer or none that fits the cap. */
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
    ask: (engine, places) =>
      engine.map(
        settings.after === undefined
          ? options
          : { ...options, after: toReference(places, settings.after) },
      ),
    exitOf: (response) =>
      exitOfAnswer(response.modules.length > 0, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-map.ts")).formatMap,
  });
};
