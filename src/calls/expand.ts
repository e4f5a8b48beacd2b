import { redactSecrets } from "../analysis/secrets/redact.ts";
import { expansionRefused } from "../errors-of-admission.ts";
import type { ExpandOptions } from "../model/bundle-options.ts";
import type { BundleResponse } from "../model/bundle-response.ts";
import type { Candidate } from "../model/candidate.ts";
import type { Reason } from "../model/decision.ts";
import type { Granularity } from "../model/representation.ts";
import { decideExpansion } from "../pipeline/admit/decide-expansion.ts";
import { freezePool } from "../pipeline/admit/freeze-pool.ts";
import { expansionsBeyond } from "../pipeline/bundle/find-offer.ts";
import { formatReason } from "../pipeline/bundle/format-reason.ts";
import { settleExpand } from "./bundle-settings.ts";
import { elapsedSince } from "./elapsed-since.ts";
import { gatherReference } from "./gather-reference.ts";
import { layBundle } from "./lay-bundle.ts";
import { findLabelled, type Labelled, readChain } from "./read-chain.ts";
import type { CallParts } from "./session.ts";

/** A section of so many tokens costs hardly more than what describes it. */
const SHORT_TOKENS = 400;

/**
 * Shows more of what a bundle shows or names, with the reason of whoever asks on record: material that was admitted proved
 * insufficient (DIS-02). The reader keeps what it has; this bundle goes on from it.
 */
export async function expand(
  parts: CallParts,
  label: string,
  options: ExpandOptions,
): Promise<BundleResponse> {
  const settings = settleExpand(parts, options);
  const because = readReason(label, options.because);
  const chain = await readChain(parts, options);
  const labelled = findLabelled(chain, label);
  const startedMs = parts.clock.now();
  const { artifact, citation, isExhibit, shown } = labelled;
  const place = { artifact, ...citation };
  const gathered = await gatherReference(parts, { task: chain.task, place, settings });
  const pool = freezePool(gathered.pool);
  const [candidate] = pool.candidates;
  if (candidate === undefined) throw expansionRefused(label, "nothing is at its place any more");
  const to = options.to ?? nextOf(candidate, labelled, label);
  const ask = { candidate: candidate.id, shown, to, because };
  return layBundle(parts, {
    settings,
    gathered: { ...gathered, pool },
    resident: chain.resident,
    given: chain.given,
    keeps: new Map(isExhibit ? [[candidate.id, label]] : []),
    decide: (budget) => {
      const verdicts = decideExpansion({ pool, resident: chain.resident, budget }, ask);
      const refused = verdicts.decisions.find(({ verdict }) => verdict === "reject");
      if (refused !== undefined) throw expansionRefused(label, problemOf(refused.reason));
      return verdicts;
    },
    expansion: { label, to, because },
    gatherMs: elapsedSince(parts, startedMs),
  });
}

/** A reason is asked for, and kept without secrets. */
function readReason(label: string, because: unknown): string {
  if (typeof because === "string" && because.trim() !== "") return redactSecrets(because).text;
  throw expansionRefused(label, "say why what was shown is not enough");
}

/** The next richer form that is offered, past an anchor and a part of what is short anyway; refuses where there is none. */
function nextOf(candidate: Candidate, labelled: Labelled, label: string): Granularity {
  const { citation, isExact, shown } = labelled;
  const exactLines = isExact ? citation : "none";
  const richer = expansionsBeyond(candidate, { granularity: shown, exactLines });
  const short = richer.find(({ to, tokens }) => to === "section" && tokens <= SHORT_TOKENS);
  const next = short?.to ?? richer[0]?.to;
  if (next !== undefined) return next;
  const { recovery } = candidate;
  if (recovery.status === "failed") throw expansionRefused(label, recovery.reason);
  throw expansionRefused(label, `nothing richer than its ${shown} is offered`);
}

function problemOf(reason: Reason): string {
  const { code, detail } = reason;
  return code === "invalid_decision" && detail !== undefined ? detail : formatReason(reason);
}
