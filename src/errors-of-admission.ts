import { EngineError } from "./errors.ts";

// The refusals of admission and its ledger; `ErrorCode` in errors.ts lists them all.

/** Returns the refusal of a bundle that the ledger does not hold. `hint` is a sentence: what it does hold. */
export function bundleUnknown(id: string, hint: string): EngineError {
  return new EngineError("bundle_unknown", `The ledger holds no bundle ${id}. ${hint}`, { id });
}

/** Returns the refusal of a label that a bundle does not have; `labels` are those it has. */
export function labelUnknown(
  label: string,
  bundle: string,
  labels: readonly string[],
): EngineError {
  const has = labels.length === 0 ? "It has none." : `It has ${labels.join(", ")}.`;
  return new EngineError("label_unknown", `Bundle ${bundle} has no ${label}. ${has}`, {
    label,
    bundle,
  });
}

/** Returns the refusal of an expansion that cannot be; `problem` is a clause. */
export function expansionRefused(label: string, problem: string): EngineError {
  return new EngineError("expansion_refused", `${label} cannot be expanded: ${problem}.`, {
    label,
    problem,
  });
}

/** Returns the refusal of a policy that does not exist. `suggestion` is the nearest one, or empty. */
export function policyUnknown(name: string, suggestion: string): EngineError {
  const hint =
    suggestion === ""
      ? 'Name one of this program, or one of exhibit.config.json ("policies").'
      : `Did you mean "${suggestion}"?`;
  return new EngineError("policy_unknown", `There is no policy "${name}". ${hint}`, { name });
}

/** Returns the refusal of a policy of one's own that cannot be loaded, or does not keep its contract. */
export function policyInvalid(name: string, problem: string, cause?: unknown): EngineError {
  return new EngineError(
    "policy_invalid",
    `The policy "${name}" cannot be used: ${problem}.`,
    { name, problem },
    cause,
  );
}

/** Returns the refusal of a pool or a bundle that was handed over and cannot be read; `problem` says which field and why. */
export function poolInvalid(what: string, problem: string, cause?: unknown): EngineError {
  return new EngineError("pool_invalid", `${what}: ${problem}`, { what, problem }, cause);
}

/** Returns the refusal of a token cap that cannot hold the signals; `minimumTokens` would do for this call. */
export function tokenCapTooSmall(capTokens: number, minimumTokens: number): EngineError {
  return new EngineError(
    "token_cap_too_small",
    `A cap of ${capTokens} tokens cannot hold the freshness and authority signals; use at least ${minimumTokens}.`,
    { capTokens, minimumTokens },
  );
}
