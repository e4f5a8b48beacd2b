import { optionInvalid } from "../errors.ts";
import type { BundleForm, BundleOptions, ExpandOptions } from "../model/bundle-options.ts";
import { CALL_OPTIONS, type CallSettings, type OptionNames, settleCall } from "./call-settings.ts";
import type { CallParts } from "./session.ts";

/** A bundle's options with every default filled in and every number checked. */
export interface BundleSettings extends CallSettings {
  readonly capTokens: number;
  readonly form: BundleForm;
  readonly record: boolean;
}

export const DEFAULT_CAP_TOKENS = 2_000;
const MAX_CAP_TOKENS = 10_000_000;
const MAX_RECENT = 100;

const BUNDLE_OPTIONS: OptionNames<BundleOptions> = {
  ...CALL_OPTIONS,
  capTokens: true,
  policy: true,
  resident: true,
  files: true,
  pinned: true,
  recent: true,
  sources: true,
  excludedSessions: true,
  quarantined: true,
  pool: true,
  form: true,
  record: true,
};

const EXPAND_OPTIONS: OptionNames<ExpandOptions> = {
  ...CALL_OPTIONS,
  to: true,
  because: true,
  bundle: true,
  resident: true,
  capTokens: true,
  form: true,
  record: true,
};

/** Checks what a bundle takes; refuses with `option_unknown` or `option_invalid`. */
export function settleBundle(parts: CallParts, options: BundleOptions): BundleSettings {
  const settings = settleCall(parts, options, BUNDLE_OPTIONS);
  const { recent = 0, pool } = options;
  if (!Number.isSafeInteger(recent) || recent < 0 || recent > MAX_RECENT) {
    throw optionInvalid("recent", `must be a whole number from 0 to ${MAX_RECENT}; got ${recent}`);
  }
  if (pool !== undefined) assertNothingBeside(options);
  return { ...settings, ...settleCaps(options) };
}

/** A frozen pool is decided about as it is: what would change it would do nothing. */
function assertNothingBeside(options: BundleOptions): void {
  const changing = ["files", "recent", "sources", "excludedSessions", "quarantined"] as const;
  for (const name of changing) {
    if (options[name] === undefined) continue;
    throw optionInvalid(name, "would change the pool that was handed over; leave one of them out");
  }
}

/** Checks what an expansion takes. */
export function settleExpand(parts: CallParts, options: ExpandOptions): BundleSettings {
  const settings = settleCall(parts, options, EXPAND_OPTIONS);
  if (options.bundle !== undefined && options.resident !== undefined) {
    throw optionInvalid("bundle", "and a resident bundle were given; which one is it?");
  }
  return { ...settings, ...settleCaps(options) };
}

function settleCaps(
  options: Pick<BundleOptions, "capTokens" | "form" | "record">,
): Pick<BundleSettings, "capTokens" | "form" | "record"> {
  const { capTokens = DEFAULT_CAP_TOKENS, form = "json", record = true } = options;
  if (!Number.isSafeInteger(capTokens) || capTokens < 1 || capTokens > MAX_CAP_TOKENS) {
    throw optionInvalid(
      "capTokens",
      `must be a whole number from 1 to ${MAX_CAP_TOKENS}; got ${capTokens}`,
    );
  }
  if (form !== "json" && form !== "markdown" && form !== "xml") {
    throw optionInvalid("form", `must be json, markdown or xml; got ${JSON.stringify(form)}`);
  }
  return { capTokens, form, record };
}
