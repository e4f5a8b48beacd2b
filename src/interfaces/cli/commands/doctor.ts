import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions } from "../call-options.ts";
import { EXIT, exitOfAnswer } from "../exit-codes.ts";
import { assertNoWords } from "../words.ts";

/** Examines the installation and the data folder. 0 nothing failed, 1 a check failed. */
export const runDoctor: RunCommand = (call) => {
  assertNoWords(call);
  const { settings } = call;
  return answer(call, {
    ask: (engine) => engine.doctor(callOptions(settings)),
    exitOf: (response) =>
      response.findings.some((finding) => finding.status === "failed")
        ? EXIT.nothingFound
        : exitOfAnswer(true, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-doctor.ts")).formatDoctor,
  });
};
