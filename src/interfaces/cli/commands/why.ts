import { optionInvalid } from "../../../errors.ts";
import { answer } from "../answer.ts";
import type { RunCommand } from "../call.ts";
import { callOptions } from "../call-options.ts";
import { EXIT } from "../exit-codes.ts";
import { bundleNamed } from "../words.ts";
import { toReference } from "../workspace-path.ts";

/** Says which stage failed for something that a task needed. 0 one did, 1 none of the context's. */
export const runWhy: RunCommand = (call) => {
  const { settings } = call;
  const { needed } = settings;
  const bundle = bundleNamed(call);
  if (needed === undefined) {
    throw optionInvalid(
      "--needed",
      "it is missing; give what the task needed, such as docs/a.md or docs/a.md#Approval",
    );
  }
  return answer(call, {
    ask: (engine, places) =>
      engine.why(bundle, { ...callOptions(settings), needed: toReference(places, needed) }),
    exitOf: ({ failure }) =>
      failure.stage === "not_a_context_failure" ? EXIT.nothingFound : EXIT.found,
    loadFormat: async () => (await import("../format/format-why.ts")).formatWhy,
  });
};
