import { policyInvalid, policyUnknown } from "../../errors-of-admission.ts";
import { nearestWord } from "../../model/nearest-word.ts";
import type { Policy } from "../../ports/policy.ts";
import { DEFAULT_COUNT, DEFAULT_DEVIATION, LEAN, LEAN_2, WIDE, WIDE_2 } from "./parameters.ts";
import { createBudgetFill } from "./policies/budget-fill.ts";
import { createDisclose } from "./policies/disclose.ts";
import { createHybrid, type Pin } from "./policies/hybrid.ts";
import { createLexgate } from "./policies/lexgate.ts";
import { createSecondLexgate } from "./policies/lexgate-2.ts";
import { createNone } from "./policies/none.ts";
import { createPoolZ } from "./policies/pool-z.ts";
import { createPreloadAll } from "./policies/preload-all.ts";
import { createScoreGap } from "./policies/score-gap.ts";
import { createTopK } from "./policies/top-k.ts";

/** What a policy takes that is no part of its name. */
export interface PolicySettings {
  /** What `hybrid` admits in any case. */
  readonly pinned: readonly Pin[];
}

/** The policy of a bundle for which none is named. */
export const DEFAULT_POLICY = "lexgate:lean";

type Create = (parameter: string | "none", settings: PolicySettings) => Policy | "bad parameter";

const POLICIES: Readonly<Record<string, { readonly takes: string; readonly create: Create }>> = {
  "budget-fill": {
    takes: "a number of tokens, as in budget-fill:1500",
    create: (parameter) =>
      parameter === "none"
        ? createBudgetFill("budget")
        : withNumber(parameter, /^[1-9]\d{0,8}$/, createBudgetFill),
  },
  disclose: { takes: "nothing", create: alone(() => createDisclose(LEAN)) },
  hybrid: {
    takes: "nothing",
    create: (parameter, { pinned }) =>
      parameter === "none" ? createHybrid(pinned) : "bad parameter",
  },
  lexgate: {
    takes: "lean or wide, as in lexgate:wide",
    create: (parameter) => {
      if (parameter === "none" || parameter === "lean") return createLexgate(LEAN);
      return parameter === "wide" ? createLexgate(WIDE) : "bad parameter";
    },
  },
  "lexgate/2": {
    takes: "lean or wide, as in lexgate/2:wide",
    create: (parameter) => {
      if (parameter === "none" || parameter === "lean") return createSecondLexgate(LEAN_2);
      return parameter === "wide" ? createSecondLexgate(WIDE_2) : "bad parameter";
    },
  },
  none: { takes: "nothing", create: alone(createNone) },
  "pool-z": {
    takes: "a number of standard deviations, as in pool-z:1.5",
    create: (parameter) =>
      parameter === "none"
        ? createPoolZ(DEFAULT_DEVIATION)
        : withNumber(parameter, /^-?\d{1,3}(?:\.\d{1,6})?$/, createPoolZ),
  },
  "preload-all": { takes: "nothing", create: alone(createPreloadAll) },
  "score-gap": { takes: "nothing", create: alone(createScoreGap) },
  "top-k": {
    takes: "a number of candidates, as in top-k:3",
    create: (parameter) =>
      parameter === "none"
        ? createTopK(DEFAULT_COUNT)
        : withNumber(parameter, /^[1-9]\d{0,5}$/, createTopK),
  },
};

/** Names of the policies of this program, alphabetical. */
export const POLICY_NAMES: readonly string[] = Object.keys(POLICIES).sort();

/** Returns whether a name is one of this program's, whatever parameter follows it. */
export function isPolicyName(name: string): boolean {
  return Object.hasOwn(POLICIES, baseOf(name));
}

/**
 * Returns a policy of this program by name, with its parameter behind a colon: `lexgate:wide`, `top-k:3`. Refuses with
 * `policy_unknown`, which suggests the nearest of `others` and of the program's own, and with `policy_invalid` a parameter that
 * the policy does not take.
 */
export function choosePolicy(
  name: string,
  settings: PolicySettings,
  others: readonly string[] = [],
): Policy {
  const known = isPolicyName(name) ? POLICIES[baseOf(name)] : undefined;
  if (known === undefined) {
    const near = nearestWord(baseOf(name), [...POLICY_NAMES, ...others]);
    throw policyUnknown(name, near === "none" ? "" : near);
  }
  const colon = name.indexOf(":");
  const policy = known.create(colon < 0 ? "none" : name.slice(colon + 1), settings);
  if (policy === "bad parameter") {
    throw policyInvalid(name, `behind its name it takes ${known.takes}`);
  }
  return policy;
}

function baseOf(name: string): string {
  return name.split(":", 1)[0] ?? name;
}

function alone(create: () => Policy): Create {
  return (parameter) => (parameter === "none" ? create() : "bad parameter");
}

function withNumber(
  parameter: string,
  form: RegExp,
  create: (value: number) => Policy,
): Policy | "bad parameter" {
  return form.test(parameter) ? create(Number(parameter)) : "bad parameter";
}
