import { optionInvalid } from "../../../errors.ts";
import type { CaptureOptions, PutOptions } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { assertNoWords } from "../words.ts";

const MAX_TIMEOUT_SECONDS = 86_400;
const MAX_CAPTURE_BYTES = 2 ** 30;

function assertBetween(flag: string, value: number | undefined, max: number): void {
  if (value === undefined || (value >= 1 && value <= max)) return;
  throw optionInvalid(flag, `must be a whole number from 1 to ${max}; got ${value}`);
}

/** Runs a command and keeps its output. 0 kept, whatever the command's own exit code says; 2 it could not be started. */
export const runCapture: RunCommand = (call) => {
  const { settings, surroundings, words } = call;
  if (words.length === 0) {
    throw optionInvalid("COMMAND", 'it is missing; put it behind --, as in "capture -- npm test"');
  }
  const { timeout, "max-bytes": maxBytes } = settings;
  // The engine has names of its own: what was typed is refused by the name it was typed under.
  assertBetween("--timeout", timeout, MAX_TIMEOUT_SECONDS);
  assertBetween("--max-bytes", maxBytes, MAX_CAPTURE_BYTES);
  const options = given<CaptureOptions>({
    ...putOptions(settings),
    timeoutMs: timeout === undefined ? undefined : timeout * 1_000,
    maxBytes,
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
  const bytes = await surroundings.readInput();
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
