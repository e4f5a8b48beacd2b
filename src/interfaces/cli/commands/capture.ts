import { captureFailed } from "../../../errors-of-entries.ts";
import type { CaptureOptions, PutOptions } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { assertNoWords } from "../words.ts";

/** Runs a command and keeps its output. 0 kept, whatever the command's own exit code says; 2 it could not be started. */
export const runCapture: RunCommand = (call) => {
  const { settings, surroundings, words } = call;
  if (words.length === 0) {
    throw captureFailed(
      "nothing",
      'no command is named; put it behind --, as in "capture -- npm test".',
    );
  }
  const { timeout } = settings;
  const options = given<CaptureOptions>({
    ...putOptions(settings),
    timeoutMs: timeout === undefined ? undefined : timeout * 1_000,
    maxBytes: settings["max-bytes"],
    cwd: surroundings.cwd,
  });
  return answer(call, {
    ask: (engine) => engine.capture(words, options),
    exitOf: (response) => exitOfAnswer(true, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-capture.ts")).formatCapture,
  });
};

/** Keeps standard input. 0 kept, 2 there was none. */
export const runPut: RunCommand = async (call) => {
  assertNoWords(call);
  const { settings, surroundings } = call;
  const bytes = Buffer.from(await surroundings.readInput());
  return answer(call, {
    ask: (engine) => engine.put(bytes, putOptions(settings)),
    exitOf: (response) => exitOfAnswer(true, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-capture.ts")).formatCapture,
  });
};

function putOptions(settings: Settings): PutOptions {
  return given<PutOptions>({
    ...callOptions(settings),
    label: settings.label,
    query: settings.query,
    limit: settings.limit,
  });
}
