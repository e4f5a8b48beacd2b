import { redactSecrets } from "../analysis/secrets/redact.ts";
import { optionInvalid, queryEmpty } from "../errors.ts";
import type { BundleOptions } from "../model/bundle-options.ts";
import type { BundleResponse } from "../model/bundle-response.ts";
import { NOTHING_RESIDENT } from "../model/resident.ts";
import { DEFAULT_POLICY } from "../pipeline/admit/choose-policy.ts";
import { decideAdmission } from "../pipeline/admit/decide-admission.ts";
import { freezePool } from "../pipeline/admit/freeze-pool.ts";
import { labelsOf } from "../pipeline/bundle/assign-labels.ts";
import { settleBundle } from "./bundle-settings.ts";
import { elapsedSince } from "./elapsed-since.ts";
import { gatherCandidates } from "./gather-candidates.ts";
import { gatherPool } from "./gather-pool.ts";
import { layBundle } from "./lay-bundle.ts";
import { toResident } from "./parse-bundle.ts";
import type { CallParts } from "./session.ts";

/**
 * Candidates in, decisions out, a bundle of labelled exhibits under two caps, and all of it on record. Retrieved is not admitted:
 * only what the policy admits is shown.
 */
export async function bundle(
  parts: CallParts,
  text: string,
  options: BundleOptions,
): Promise<BundleResponse> {
  const settings = settleBundle(parts, options);
  if (typeof text !== "string" || text.trim() === "") throw queryEmpty();
  // The ledger keeps the task, and what is kept has no secret that could be recognized.
  const task = redactSecrets(text).text;
  const name = options.policy ?? DEFAULT_POLICY;
  const pinned = pinnedFor(parts, name, options.pinned ?? []);
  const policy = await parts.policyOf(name, pinned);
  const startedMs = parts.clock.now();
  const gathered =
    options.pool === undefined
      ? await gatherCandidates(parts, task, { ...options, pinned, settings })
      : await gatherPool(parts, options.pool, settings);
  const pool = freezePool(gathered.pool);
  const { resident: earlier } = options;
  const resident = earlier === undefined ? NOTHING_RESIDENT : toResident(earlier);
  return layBundle(parts, {
    settings,
    gathered: { ...gathered, pool },
    resident,
    given: labelsOf(
      resident,
      earlier?.deferred.map(({ label }) => label),
    ),
    keeps: new Map(),
    decide: (budget) => decideAdmission(policy, { pool, resident, budget }),
    expansion: "none",
    gatherMs: elapsedSince(parts, startedMs),
  });
}

/** What `hybrid` admits in any case; another policy would not look at it. */
function pinnedFor(parts: CallParts, policy: string, pinned: readonly string[]): readonly string[] {
  if (policy === "hybrid") return [...parts.pinned, ...pinned];
  if (pinned.length > 0)
    throw optionInvalid("pinned", `is for the policy hybrid, and ${policy} was asked for`);
  return [];
}
