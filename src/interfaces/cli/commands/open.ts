import type { Engine } from "../../../model/engine.ts";
import type { OpenResponse } from "../../../model/open-response.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { callOptions } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { takeOneWord } from "../words.ts";
import { toReference } from "../workspace-path.ts";

/** Shows an artifact's lines. 0 shown; a reference that leads nowhere is refused (2). */
export const runOpen: RunCommand = (call) => {
  const reference = takeOneWord(call, "REF", "a path such as docs/a.md:3-9 or a citation");
  return answer(call, {
    ask: (engine, places) => openLines(call, engine, toReference(places, reference)),
    exitOf: (response) => exitOfAnswer(true, response, call.settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-open.ts")).formatOpen,
  });
};

async function openLines(
  { settings }: Call,
  engine: Engine,
  reference: string,
): Promise<OpenResponse> {
  const { lines } = settings;
  const options = callOptions(settings);
  if (lines === undefined) return engine.open(reference, options);
  const { startLine } = lines;
  const first = { ...options, startLine, endLine: startLine };
  const endLine =
    lines.endLine === "end" ? (await engine.open(reference, first)).totalLines : lines.endLine;
  return engine.open(reference, { ...options, startLine, endLine });
}
