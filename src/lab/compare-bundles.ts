import type { BundleDimensions } from "../model/bundle-dimensions.ts";
import type { LedgerEntry } from "../model/ledger-record.ts";
import type { NeedLabel } from "../model/token-split.ts";
import { readDimensions } from "../pipeline/ledger/read-dimensions.ts";
import { formOf } from "../pipeline/ledger/shift-between.ts";
import { splitTokens } from "../pipeline/ledger/split-tokens.ts";

/**
 * Something else that differs between two bundles, so that what came of them may be due to it.
 *
 * - `task`, `pool`, `policy`, `resident`, `counter`, `form` these are not the same
 * - `order` what both show stands in another order (ADM-26)
 * - `outcome_by_order` they differ in order alone, and in outcome: an effect of order was found
 */
export type Confound =
  | "task"
  | "pool"
  | "policy"
  | "resident"
  | "counter"
  | "form"
  | "order"
  | "outcome_by_order";

/** A bundle with what somebody judged its exhibits to be, by label; `"none"` where nobody did. */
export interface JudgedBundle {
  readonly entry: LedgerEntry;
  readonly judgements: Readonly<Record<string, NeedLabel>> | "none";
}

/** Two bundles side by side. No number stands for the whole of it. */
export interface BundleComparison {
  readonly before: BundleDimensions;
  readonly now: BundleDimensions;
  /** What beside the one thing that was varied may explain a difference; a `policy` that was varied on purpose stands here too. */
  readonly confounds: readonly Confound[];
}

/** Sets two bundles side by side, dimension by dimension (ADM-21), with what makes the comparison less than plain (ADM-26). */
export function compareBundles(before: JudgedBundle, now: JudgedBundle): BundleComparison {
  return {
    before: readDimensions(before.entry, { split: splitOf(before), previous: "none" }),
    now: readDimensions(now.entry, { split: splitOf(now), previous: before.entry.record }),
    confounds: findConfounds(before.entry, now.entry),
  };
}

function splitOf({ entry, judgements }: JudgedBundle) {
  return splitTokens(entry.record.exhibits, judgements);
}

function findConfounds(before: LedgerEntry, now: LedgerEntry): readonly Confound[] {
  const [was, is] = [before.record, now.record];
  const found: Confound[] = [];
  const note = (confound: Confound, differs: boolean): void => {
    if (differs) found.push(confound);
  };
  note("task", was.task.text !== is.task.text || was.task.scope !== is.task.scope);
  note("pool", poolOf(before) !== poolOf(now));
  note("policy", was.policyVersion !== is.policyVersion);
  note("resident", was.previous !== is.previous);
  note("counter", was.counter !== is.counter);
  note("form", was.form !== is.form);
  const [formsBefore, formsNow] = [was.exhibits.map(formOf), is.exhibits.map(formOf)];
  const isReordered =
    formsBefore.filter((form) => formsNow.includes(form)).join() !==
    formsNow.filter((form) => formsBefore.includes(form)).join();
  note("order", isReordered);
  const isSameSet = formsBefore.toSorted().join() === formsNow.toSorted().join();
  const outcomes = [before, now].map(({ outcomes: all }) => all.at(-1)?.outcome);
  const isDecided = !outcomes.includes(undefined) && outcomes[0] !== outcomes[1];
  note("outcome_by_order", isReordered && isSameSet && isDecided);
  return found;
}

/** Which candidates there were, in any order. */
function poolOf({ record }: LedgerEntry): string {
  return record.candidates
    .map(({ artifact, fragment, generator }) => `${artifact} ${fragment} ${generator}`)
    .sort()
    .join("\n");
}
