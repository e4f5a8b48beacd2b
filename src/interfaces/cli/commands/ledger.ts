import { optionInvalid } from "../../../errors.ts";
import type { LedgerOptions, OutcomeOptions } from "../../../model/admission-calls.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { EXIT, exitOfAnswer } from "../exit-codes.ts";
import { oneOf } from "../options.ts";
import type { OptionName } from "../settings.ts";
import { takeOneWord } from "../words.ts";

const ACTIONS = ["list", "show", "export"] as const;

/** Options that only one of the three takes. */
const OWN: Readonly<Record<(typeof ACTIONS)[number], readonly OptionName[]>> = {
  list: ["limit", "after"],
  show: [],
  export: ["jsonl", "csv"],
};

/** Lists bundles, shows one, or writes all of them out. 0 some, 1 none, or one whose sum does not hold. */
export const runLedger: RunCommand = async (call) => {
  const [word = "list", ...words] = call.words;
  const action = oneOf("ledger", ACTIONS, word);
  for (const other of ACTIONS.filter((name) => name !== action)) {
    const stray = OWN[other].find((name) => call.settings[name] !== undefined);
    if (stray !== undefined) {
      throw optionInvalid(
        `--${stray}`,
        `"ledger ${action}" does not take it; ledger ${other} does`,
      );
    }
  }
  if (action === "show") return show({ ...call, words });
  if (words[0] !== undefined) {
    throw optionInvalid(JSON.stringify(words[0]), `"ledger ${action}" takes no words`);
  }
  if (action === "list") return list(call);
  const { exportLedger } = await import("../export/export-ledger.ts");
  return exportLedger(call);
};

function list(call: Call): ReturnType<RunCommand> {
  const { settings } = call;
  const options = given<LedgerOptions>({
    ...callOptions(settings),
    limit: settings.limit,
    before: settings.after,
  });
  return answer(call, {
    ask: (engine) => engine.ledger(options),
    exitOf: (response) =>
      exitOfAnswer(response.bundles.length > 0, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-ledger.ts")).formatLedger,
  });
}

function show(call: Call): ReturnType<RunCommand> {
  const id = takeOneWord(call, "ID", 'a bundle such as B12; "exhibit ledger" lists them');
  return answer(call, {
    ask: (engine) => engine.ledgerEntry(id, callOptions(call.settings)),
    exitOf: (response) =>
      response.sum.holds
        ? exitOfAnswer(true, response, call.settings["require-complete"] === true)
        : EXIT.nothingFound,
    loadFormat: async () => (await import("../format/format-ledger-entry.ts")).formatLedgerEntry,
  });
}

/** Records how a task ended. 0 recorded. */
export const runOutcome: RunCommand = async (call) => {
  const { settings } = call;
  const bundle = takeOneWord(call, "BUNDLE", 'a bundle such as B12; "exhibit ledger" lists them');
  if ((settings.success === true) === (settings.failure === true)) {
    throw optionInvalid("--success", "say how it ended: one of --success and --failure");
  }
  const options: OutcomeOptions = {
    ...callOptions(settings),
    outcome: settings.success === true ? "success" : "failure",
    ...(settings.note === undefined ? {} : { note: settings.note }),
  };
  return answer(call, {
    ask: (engine) => engine.outcome(bundle, options),
    exitOf: (response) => exitOfAnswer(true, response, settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-ledger.ts")).formatOutcome,
  });
};
