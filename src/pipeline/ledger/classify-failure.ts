import type {
  FailureKind,
  FailureOwner,
  FailureReport,
  FailureStage,
} from "../../model/failure.ts";
import type { LedgerEntry } from "../../model/ledger-record.ts";
import { findPrematureStop } from "./disclosure-failures.ts";
import type { Need } from "./need.ts";
import {
  type ChainBundle,
  firstFound,
  generatorsOf,
  type Offered,
  offeredIn,
  readUses,
  reportsOf,
} from "./needed-records.ts";

/** What is known of the needed material beside the ledger; each by whoever can look. */
export interface NeedFacts {
  /** Whether its stored text can be read back and is what its hash says. */
  readonly resolves: boolean | "unknown";
  /** Whether the workspace or a store has it, section included. */
  readonly inCorpus: boolean | "unknown";
  /** Whether it shares a content word with the task, in any form. */
  readonly sharesTerms: boolean | "unknown";
  /** The other bundles of the chain that this one belongs to, the first one first. */
  readonly chain: readonly LedgerEntry[];
}

interface Finding {
  readonly stage: FailureStage;
  readonly kind: FailureKind;
  readonly evidence: readonly string[];
}

/** Who mends what: a classifier that blamed the gate for what a reader ignored would have it tuned for nothing (FAI-06, FAI-11). */
const OWNERS: Readonly<Record<FailureStage, FailureOwner>> = {
  recovery_failure: "recovery",
  candidate_miss: "retrieval",
  admission_miss: "admission",
  use_failure: "use",
  not_a_context_failure: "nobody",
};

/**
 * Says which stage failed for what a task needed: exactly one, the first in the order of the pipeline, with the records that prove
 * it (FAI-07). What some bundle of the chain shows was admitted; then only its use can have failed. A reference that cannot be
 * resolved is asked for before anything else is blamed (FAI-03). Equal input gives equal reports.
 */
export function classifyFailure(entry: LedgerEntry, need: Need, facts: NeedFacts): FailureReport {
  const bundles: readonly ChainBundle[] = [
    { entry, of: "" },
    ...facts.chain.map((other) => ({ entry: other, of: `${other.record.id}/` })),
  ];
  const asked: Asked = {
    bundles,
    need,
    facts,
    offered: firstFound(bundles, (one) => offeredIn(one, need)),
  };
  const { stage, kind, evidence } =
    judgeUse(asked) ?? judgeRecovery(asked) ?? judgeAdmission(asked) ?? judgeGeneration(asked);
  return {
    needed: need.artifact,
    section: sectionOf(need),
    ...{ stage, kind, owner: OWNERS[stage] },
    evidence: [...new Set(evidence)],
  };
}

interface Asked {
  readonly bundles: readonly ChainBundle[];
  readonly need: Need;
  readonly facts: NeedFacts;
  readonly offered: readonly Offered[];
}

function sectionOf({ part }: Need): string {
  if (part === "any") return "any";
  return "heading" in part ? part.heading : `L${part.startLine}-L${part.endLine}`;
}

/** What was shown: its citation held then, so that nothing before its use failed. */
function judgeUse({ bundles, need }: Asked): Finding | undefined {
  const seen = bundles.map((bundle) => readUses(bundle, need));
  const shown = seen.flatMap((one) => one.shown);
  const touched = seen.flatMap((one) => one.touched);
  const ignored = seen.flatMap((one) => one.ignored);
  if (shown.length === 0) return undefined;
  const fine = { stage: "not_a_context_failure", kind: "none" } as const;
  if (touched.length > 0) return { ...fine, evidence: [...shown, ...touched] };
  if (ignored.length === 0) return { ...fine, kind: "unknown_use", evidence: shown };
  const outcomes = seen.flatMap((one) => one.outcomes);
  // Of two at one time the one that was recorded later counts.
  const last = outcomes.findLast(({ at }) => outcomes.every((other) => other.at <= at));
  return last?.outcome === "success"
    ? { ...fine, evidence: [...shown, ...ignored, last.id] }
    : { stage: "use_failure", kind: "unused", evidence: [...shown, ...ignored] };
}

function judgeRecovery({ bundles, facts, need, offered }: Asked): Finding | undefined {
  const lost = offered.filter(
    ({ candidate, last }) =>
      candidate.recovery.status === "failed" || last?.reason.code === "recovery_failed",
  );
  if (lost.length === 0 && facts.resolves !== false) return undefined;
  const evidence = (lost.length === 0 ? offered : lost).flatMap(({ proof }) => proof);
  return {
    stage: "recovery_failure",
    kind: "unresolved",
    evidence: evidence.length > 0 ? evidence : generatorsOf(bundles, need),
  };
}

function judgeAdmission(asked: Asked): Finding | undefined {
  const { offered } = asked;
  const proofsOf = (which: (one: Offered) => boolean): readonly string[] =>
    offered.filter(which).flatMap(({ proof }) => proof);
  const resident = proofsOf(({ last }) => last?.reason.code === "already_resident");
  // The reader has it from a bundle that is not at hand: whether it was used nobody can say.
  if (resident.length > 0) {
    return { stage: "not_a_context_failure", kind: "unknown_use", evidence: resident };
  }
  const stage = "admission_miss";
  const crowded = proofsOf(isCrowdedOut);
  if (crowded.length > 0) return { stage, kind: "budget", evidence: crowded };
  const stopped = findStop(asked);
  if (stopped !== undefined) return stopped;
  const deferred = proofsOf(({ last }) => last?.verdict === "defer");
  if (deferred.length > 0) return { stage, kind: "deferred", evidence: deferred };
  return offered.length > 0
    ? { stage, kind: "rejected", evidence: proofsOf(() => true) }
    : undefined;
}

/** No room was left; or it was admitted and is not in the bundle, for which there was no room when that was laid out. */
function isCrowdedOut({ isShown, last }: Offered): boolean {
  if (last === undefined) return false;
  const { reason, verdict } = last;
  if (reason.code === "budget" || reason.code === "below_fidelity") return true;
  return !isShown && (verdict === "admit" || verdict === "expand");
}

function findStop({ bundles, need }: Asked): Finding | undefined {
  const inOrder = [...bundles].sort((left, right) => numberOf(left) - numberOf(right));
  const stop = findPrematureStop(
    inOrder.map(({ entry }) => entry.record),
    need,
  );
  if (stop === "none") return undefined;
  const { bundle, candidate, kind, label } = stop.handle;
  const of = bundles.find(({ entry }) => entry.record.id === bundle)?.of ?? "";
  return {
    stage: stop.stage,
    kind: stop.kind,
    evidence: [`${of}candidate:${candidate}`, `${of}${kind}:${label}`],
  };
}

/** `B12` was made after `B9`. */
function numberOf({ entry }: ChainBundle): number {
  return Number(entry.record.id.replace(/^\D+/, ""));
}

/** It was no candidate. Where no source has such a text, it does not matter which of them was asked. */
function judgeGeneration({ bundles, facts, need }: Asked): Finding {
  return {
    stage: "candidate_miss",
    kind: missKind(bundles, need, facts),
    evidence: generatorsOf(bundles, need),
  };
}

function missKind(bundles: readonly ChainBundle[], need: Need, facts: NeedFacts): FailureKind {
  if (facts.inCorpus === false) return "not_in_corpus";
  const statuses = reportsOf(bundles, need).map(({ status }) => status);
  if (statuses.every((status) => status === "not_asked")) return "not_asked";
  if (statuses.some((status) => status === "failed" || status === "missing")) {
    return "source_failed";
  }
  if (facts.inCorpus === "unknown" || facts.sharesTerms === "unknown") return "unknown_cause";
  return facts.sharesTerms ? "outranked" : "vocabulary_mismatch";
}
