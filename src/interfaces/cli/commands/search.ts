import { queryEmpty } from "../../../errors.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { searchOptions } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";

/** Finds passages. 0 hits, 1 none in a complete answer, 3 none in an incomplete one, or none that fits the cap. */
export const runSearch: RunCommand = (call) => {
  const query = call.words.join(" ");
  if (query.trim() === "") throw queryEmpty();
  return answer(call, {
    ask: (engine) => engine.search(query, searchOptions(call.settings)),
    exitOf: (response) =>
      exitOfAnswer(response.hits.length > 0, response, call.settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-search.ts")).formatSearch,
  });
};
