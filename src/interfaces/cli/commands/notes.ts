import type { NotesOptions } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { assertNoWords } from "../words.ts";

/** Lists notes. 0 some, 1 none in a complete answer, 3 none in an incomplete one. */
export const runNotes: RunCommand = (call) => {
  assertNoWords(call);
  const { settings } = call;
  const options = given<NotesOptions>({
    ...callOptions(settings),
    limit: settings.limit,
    kind: settings["note-kind"],
    superseded: settings.superseded,
    quarantined: settings.quarantined,
  });
  return answer(call, {
    ask: (engine) => engine.notes(options),
    exitOf: (response) =>
      exitOfAnswer(response.notes.length > 0, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-note.ts")).formatNotes,
  });
};
