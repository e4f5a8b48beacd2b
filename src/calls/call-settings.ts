import { optionInvalid } from "../errors.ts";
import type { CallOptions, RefreshMode } from "../model/engine.ts";
import { DEFAULT_CAP_BYTES, MAX_CAP_BYTES } from "../pipeline/respond/fit-response.ts";
import type { CallParts } from "./session.ts";

/** A call's options with every default filled in and every number checked. */
export interface CallSettings {
  readonly capBytes: number;
  readonly refresh: RefreshMode;
  readonly maxAgeDays: number;
  readonly trace: boolean;
  /** The one time of the call: ages, expiry and the debounce window all read it. */
  readonly nowMs: number;
}

export const DEFAULT_LIMIT = 5;
/** Stage two reranks a hundred; further candidates would keep their stage-one order. */
const MAX_LIMIT = 1_000;

/** Checks what every call takes; refuses with `option_invalid`. */
export function settleCall(parts: CallParts, options: CallOptions): CallSettings {
  const { capBytes = DEFAULT_CAP_BYTES, refresh = "auto", maxAgeDays = parts.maxAgeDays } = options;
  assertWhole("capBytes", capBytes, 1, MAX_CAP_BYTES);
  if (!Number.isFinite(maxAgeDays) || maxAgeDays < 0) {
    throw optionInvalid("maxAgeDays", `must be a number of days, 0 or more; got ${maxAgeDays}`);
  }
  if (refresh !== "auto" && refresh !== "off" && refresh !== "strict") {
    throw optionInvalid("refresh", `must be auto, off or strict; got ${JSON.stringify(refresh)}`);
  }
  return { capBytes, refresh, maxAgeDays, trace: options.trace === true, nowMs: parts.clock.now() };
}

export function settleLimit(limit: number = DEFAULT_LIMIT, maxLimit: number = MAX_LIMIT): number {
  assertWhole("limit", limit, 1, maxLimit);
  return limit;
}

function assertWhole(name: string, value: number, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw optionInvalid(name, `must be a whole number from ${min} to ${max}; got ${value}`);
  }
}
