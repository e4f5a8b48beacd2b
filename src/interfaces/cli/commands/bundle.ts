import { optionInvalid, queryEmpty } from "../../../errors.ts";
import type { BundleForm, BundleOptions, ExpandOptions } from "../../../model/bundle-options.ts";
import type { BundleResponse, EarlierBundle } from "../../../model/bundle-response.ts";
import type { Engine } from "../../../model/engine.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { callOptions, given } from "../call-options.ts";
import { type ExitCode, exitOfAnswer } from "../exit-codes.ts";
import { readText } from "../read-text.ts";
import type { Settings } from "../settings.ts";

/** Decides what may enter a context for a task. 0 something was admitted, 1 nothing in a complete answer, 3 nothing in an incomplete one. */
export const runBundle: RunCommand = async (call) => {
  const task = call.words.join(" ");
  if (task.trim() === "") throw queryEmpty();
  const { settings } = call;
  const options = given<BundleOptions>({
    ...callOptions(settings),
    ...shared(settings),
    policy: settings.policy,
    resident: await readBundle(call),
    pool: await readPool(call),
    files: settings.add,
    pinned: settings.pin,
    recent: settings.recent,
    sources: settings.source,
    excludedSessions: settings["exclude-session"],
    quarantined: settings.quarantined,
  });
  return tell(call, (engine) => engine.bundle(task, options));
};

/** Shows more of what a bundle shows or names. 0 shown, 2 refused. */
export const runExpand: RunCommand = async (call) => {
  const { settings, words } = call;
  const [label, ...more] = words;
  if (label === undefined || more.length > 0) {
    throw optionInvalid("LABEL", "name one exhibit or one deferred item, such as E3 or D1");
  }
  const { because } = settings;
  if (because === undefined) {
    throw optionInvalid("--because", "say why what was shown is not enough; it goes on record");
  }
  const options = given<ExpandOptions>({
    ...callOptions(settings),
    ...shared(settings),
    because,
    to: settings.to,
    bundle: settings.bundle,
    resident: await readBundle(call),
  }) as ExpandOptions;
  return tell(call, (engine) => engine.expand(label, options));
};

function shared(settings: Settings): {
  readonly capTokens: number | undefined;
  readonly form: BundleForm;
  readonly record: boolean | undefined;
} {
  return {
    capTokens: settings.tokens,
    form: formOf(settings),
    record: settings["no-ledger"] === true ? false : undefined,
  };
}

function formOf({ json, markdown, xml }: Settings): BundleForm {
  const asked = [json, markdown, xml].filter((each) => each === true).length;
  if (asked > 1) throw optionInvalid("--xml", "choose one of --json, --markdown and --xml");
  if (json === true) return "json";
  return xml === true ? "xml" : "markdown";
}

async function tell(
  call: Call,
  ask: (engine: Engine) => Promise<BundleResponse>,
): Promise<ExitCode> {
  const { settings } = call;
  const form = formOf(settings);
  return answer(call, {
    ask,
    exitOf: (response) =>
      exitOfAnswer(response.exhibits.length > 0, response, settings["require-complete"] === true),
    loadFormat: async () => {
      const { formatBundle } = await import("../format/format-bundle.ts");
      const { renderBundle } = await import("../../../index.ts");
      return async (bundle, view) => formatBundle(await renderBundle(bundle, form), view);
    },
    namesProject: true,
  });
}

async function readBundle(call: Call): Promise<EarlierBundle | undefined> {
  const { resident } = call.settings;
  if (resident === undefined) return undefined;
  const { parseBundle } = await import("../../../index.ts");
  return parseBundle(await readText(call.surroundings, "--resident", resident), resident);
}

async function readPool(call: Call): Promise<BundleOptions["pool"]> {
  const { pool } = call.settings;
  if (pool === undefined) return undefined;
  const { parsePool } = await import("../../../index.ts");
  return parsePool(await readText(call.surroundings, "--pool", pool), pool);
}
