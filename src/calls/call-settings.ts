import { optionInvalid, optionUnknown } from "../errors.ts";
import type { CallOptions, RefreshMode } from "../model/engine.ts";
import { nearestWord } from "../model/nearest-word.ts";
import { DEFAULT_CAP_BYTES, MAX_CAP_BYTES } from "../pipeline/respond/fit-response.ts";
import { MAX_CANDIDATES } from "../ports/passage-index.ts";
import type { CallParts } from "./session.ts";

/** A call's options with every default filled in and every number checked. */
export interface CallSettings {
  readonly capBytes: number;
  readonly refresh: RefreshMode;
  readonly maxAgeDays: number;
  /** The one time of the call: ages, expiry and the debounce window all read it. */
  readonly nowMs: number;
}

/** The names of the options a call takes; the compiler sees to it that none is forgotten. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: true };

export const CALL_OPTIONS: OptionNames<CallOptions> = {
  capBytes: true,
  refresh: true,
  maxAgeDays: true,
};

export const DEFAULT_LIMIT = 5;

/** Checks what every call takes, names included; refuses with `option_unknown` or `option_invalid`. */
export function settleCall<Options extends CallOptions>(
  parts: Pick<CallParts, "clock" | "maxAgeDays">,
  options: Options,
  names: OptionNames<Options>,
): CallSettings {
  assertOptions(options, names);
  const { capBytes = DEFAULT_CAP_BYTES, refresh = "auto", maxAgeDays = parts.maxAgeDays } = options;
  assertWhole("capBytes", capBytes, 1, MAX_CAP_BYTES);
  if (!Number.isFinite(maxAgeDays) || maxAgeDays < 0) {
    throw optionInvalid("maxAgeDays", `must be a number of days, 0 or more; got ${maxAgeDays}`);
  }
  if (refresh !== "auto" && refresh !== "off" && refresh !== "strict") {
    throw optionInvalid("refresh", `must be auto, off or strict; got ${JSON.stringify(refresh)}`);
  }
  return { capBytes, refresh, maxAgeDays, nowMs: parts.clock.now() };
}

/** Refuses what is no object of options, and the name of an option that would be ignored. */
export function assertOptions<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw optionInvalid("options", `must be an object; got ${JSON.stringify(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue;
    const near = nearestWord(name, Object.keys(names));
    throw optionUnknown(name, near === "none" ? "" : near);
  }
}

export function settleLimit(
  limit: number = DEFAULT_LIMIT,
  maxLimit: number = MAX_CANDIDATES,
): number {
  assertWhole("limit", limit, 1, maxLimit);
  return limit;
}

function assertWhole(name: string, value: number, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw optionInvalid(name, `must be a whole number from ${min} to ${max}; got ${value}`);
  }
}
