import { noteInvalid } from "../../../errors-of-entries.ts";
import type { RememberOptions } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { readText } from "../read-text.ts";

/** Keeps a note. 0 kept, or there already; 2 refused. */
export const runRemember: RunCommand = async (call) => {
  const text = await readNote(call);
  const { settings } = call;
  const options = given<RememberOptions>({
    ...callOptions(settings),
    title: settings.title,
    kind: settings["note-kind"],
    observedAt: settings["observed-at"],
    evidence: settings.evidence,
    supersedes: settings.supersedes,
    byAgent: settings["by-agent"],
    session: settings.session?.at(-1),
  });
  return answer(call, {
    ask: (engine) => engine.remember(text, options),
    exitOf: (response) => exitOfAnswer(true, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-note.ts")).formatRemember,
  });
};

/** The words of the call, or a file: both would leave open which one is the note. */
async function readNote({ words, settings, surroundings }: Call): Promise<string> {
  const { file } = settings;
  if (file === undefined) return words.join(" ");
  if (words.length > 0) throw noteInvalid("--file and words were given; which one is the note?");
  return readText(surroundings, "--file", file);
}
