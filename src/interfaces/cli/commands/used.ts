import { optionInvalid } from "../../../errors.ts";
import type { UsedResponse } from "../../../model/ledger-response.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions } from "../call-options.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readText } from "../read-text.ts";
import { bundleNamed } from "../words.ts";

/** Finds what an answer used of a bundle, and records it. 0 something, 1 nothing that the answer shows. */
export const runUsed: RunCommand = async (call) => {
  const { settings, surroundings } = call;
  const bundle = bundleNamed(call);
  if (settings.from === undefined) {
    throw optionInvalid(
      "--from",
      "it is missing; give the file of the answer, or - for standard input",
    );
  }
  const text = await readText(surroundings, "--from", settings.from);
  return answer(call, {
    ask: (engine) => engine.used(bundle, text, callOptions(settings)),
    exitOf: exitOfUse,
    loadFormat: async () => (await import("../format/format-used.ts")).formatUsed,
  });
};

function exitOfUse({ earlier, use }: UsedResponse): ExitCode {
  const isUsed = use.used.length > 0 || earlier.some(({ used }) => used.length > 0);
  return isUsed ? EXIT.found : EXIT.nothingFound;
}
