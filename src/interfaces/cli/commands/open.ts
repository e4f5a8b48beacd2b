import type { OpenOptions } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { takeOneWord } from "../words.ts";
import { toReference } from "../workspace-path.ts";

/** Shows an artifact's lines. 0 shown; a reference that leads nowhere is refused (2). */
export const runOpen: RunCommand = (call) => {
  const reference = takeOneWord(call, "REF", "a path such as docs/a.md:3-9 or a citation");
  return answer(call, {
    ask: (engine, places) => engine.open(toReference(places, reference), openOptions(call)),
    exitOf: ({ completeness }) =>
      exitOfAnswer(true, completeness, call.settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-open.ts")).formatOpen,
  });
};

function openOptions({ settings }: Call): OpenOptions {
  const { lines } = settings;
  return given<OpenOptions>({
    ...callOptions(settings),
    startLine: lines?.startLine,
    endLine: lines?.endLine === "end" ? undefined : lines?.endLine,
  });
}
