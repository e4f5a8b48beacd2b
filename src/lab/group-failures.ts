import type { FailureKind, FailureOwner, FailureReport } from "../model/failure.ts";

/** The failures that one owner is to mend. */
export interface OwnedFailures {
  readonly owner: FailureOwner;
  /** How many of each kind, the most frequent first. */
  readonly kinds: readonly { readonly kind: FailureKind; readonly count: number }[];
  readonly failures: readonly FailureReport[];
}

const OWNERS: readonly FailureOwner[] = ["recovery", "retrieval", "admission", "use", "nobody"];

/**
 * Groups failures by who mends them, in the order of the pipeline; every owner is there, with none where it has none. What is
 * owned by the use of a bundle is in no group of admission: tuning a gate on it would mend nothing (FAI-06).
 */
export function groupFailures(reports: readonly FailureReport[]): readonly OwnedFailures[] {
  return OWNERS.map((owner) => {
    const failures = reports.filter((report) => report.owner === owner);
    const kinds = [...new Set(failures.map(({ kind }) => kind))]
      .map((kind) => ({ kind, count: failures.filter((each) => each.kind === kind).length }))
      .sort((left, right) => right.count - left.count || (left.kind < right.kind ? -1 : 1));
    return { owner, kinds, failures };
  });
}
