import { parseArtifactRef } from "../../model/artifact-ref.ts";
import type { Decision } from "../../model/decision.ts";
import type { SourceStatus } from "../../model/envelope.ts";
import type { LedgerEntry, OutcomeRecord, RecordedCandidate } from "../../model/ledger-record.ts";
import { isNeeded, type Need, shows } from "./need.ts";

/** A bundle of the chain, and what stands before the names of its records: nothing for the one that was asked about. */
export interface ChainBundle {
  readonly entry: LedgerEntry;
  readonly of: string;
}

/** A candidate that is what was needed, with the step that holds for it. */
export interface Offered {
  readonly candidate: RecordedCandidate;
  readonly last: Decision | undefined;
  readonly isShown: boolean;
  readonly proof: readonly string[];
}

/** Returns what the bundle that was asked about has, else the first of its chain that has any: an expansion may repeat no candidates. */
export function firstFound<Item>(
  bundles: readonly ChainBundle[],
  find: (bundle: ChainBundle) => readonly Item[],
): readonly Item[] {
  for (const bundle of bundles) {
    const found = find(bundle);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the candidates of a bundle that are what was needed, each with the names of its records. */
export function offeredIn({ entry: { record }, of }: ChainBundle, need: Need): readonly Offered[] {
  return record.candidates
    .filter((candidate) => isNeeded(candidate, need))
    .map((candidate) => {
      const last = record.decisions.findLast((decision) => decision.candidate === candidate.id);
      const decided = last === undefined ? [] : [`${of}decision:${last.step}`];
      return {
        candidate,
        last,
        isShown: record.exhibits.some((exhibit) => exhibit.candidate === candidate.id),
        proof: [`${of}candidate:${candidate.id}`, ...decided],
      };
    });
}

/** Of a bundle that shows what was needed: the exhibits that do, and the answers that touch them or do not; all by name. */
export interface ReadUses {
  readonly shown: readonly string[];
  readonly touched: readonly string[];
  readonly ignored: readonly string[];
  readonly outcomes: readonly (Pick<OutcomeRecord, "at" | "outcome"> & { readonly id: string })[];
}

/** Returns what became of the needed material in a bundle; nothing where the bundle does not show it. */
export function readUses({ entry, of }: ChainBundle, need: Need): ReadUses {
  const labels = entry.record.exhibits
    .filter((exhibit) => shows(exhibit, need))
    .map(({ label }) => label);
  const uses = (labels.length === 0 ? [] : entry.uses).map(({ used }, nth) => ({
    id: `${of}use:${nth + 1}`,
    isTouching: used.some(({ label }) => labels.includes(label)),
  }));
  const outcomes = labels.length === 0 ? [] : entry.outcomes;
  return {
    shown: labels.map((label) => `${of}exhibit:${label}`),
    touched: uses.filter(({ isTouching }) => isTouching).map(({ id }) => id),
    ignored: uses.filter(({ isTouching }) => !isTouching).map(({ id }) => id),
    outcomes: outcomes.map(({ at, outcome }, nth) => ({
      at,
      outcome,
      id: `${of}outcome:${nth + 1}`,
    })),
  };
}

/** How a generator answered, by the name of its report. */
export interface Answered {
  readonly id: string;
  readonly source: string;
  readonly status: SourceStatus;
}

/** Returns what the generators say that ask the source of what was needed. */
export function reportsOf(
  bundles: readonly ChainBundle[],
  { artifact }: Need,
): readonly Answered[] {
  const parsed = parseArtifactRef(artifact);
  const source = parsed === "malformed" ? "" : parsed.source;
  return firstFound(bundles, reportsIn).filter((report) => report.source === source);
}

function reportsIn({ entry, of }: ChainBundle): readonly Answered[] {
  return entry.record.generators.map(({ source, status }, nth) => ({
    source,
    status,
    id: `${of}generator:${nth + 1}`,
  }));
}

/** Returns the names of those reports; where none asks that source, all of them prove it. */
export function generatorsOf(bundles: readonly ChainBundle[], need: Need): readonly string[] {
  const own = reportsOf(bundles, need).map(({ id }) => id);
  return own.length > 0 ? own : firstFound(bundles, reportsIn).map(({ id }) => id);
}
