import type { ErrorCode } from "../../errors.ts";
import type { Envelope } from "../../model/envelope.ts";

/** What the exit status says, for every command: found, nothing found, refused or failed, incomplete, a bug. */
export const EXIT = {
  found: 0,
  nothingFound: 1,
  refused: 2,
  incomplete: 3,
  bug: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit status of every refusal. A new error code does not compile before it has one. */
export const REFUSAL_EXITS: Readonly<Record<ErrorCode, ExitCode>> = {
  artifact_unknown: EXIT.refused,
  bundle_unknown: EXIT.refused,
  cap_too_small: EXIT.refused,
  capture_failed: EXIT.refused,
  citation_malformed: EXIT.refused,
  command_unknown: EXIT.refused,
  config_invalid: EXIT.refused,
  cursor_invalid: EXIT.refused,
  cursor_mismatch: EXIT.refused,
  cursor_stale: EXIT.refused,
  data_folder_unusable: EXIT.refused,
  engine_closed: EXIT.refused,
  entry_unknown: EXIT.refused,
  expansion_refused: EXIT.refused,
  label_unknown: EXIT.refused,
  line_out_of_range: EXIT.refused,
  note_invalid: EXIT.refused,
  observation_invalid: EXIT.refused,
  option_invalid: EXIT.refused,
  option_unknown: EXIT.refused,
  path_refused: EXIT.refused,
  policy_invalid: EXIT.refused,
  policy_unknown: EXIT.refused,
  pool_invalid: EXIT.refused,
  project_unknown: EXIT.refused,
  query_empty: EXIT.refused,
  refresh_failed: EXIT.refused,
  scope_unresolved: EXIT.refused,
  source_unavailable: EXIT.refused,
  store_busy: EXIT.refused,
  store_conflict: EXIT.refused,
  store_corrupt: EXIT.refused,
  store_full: EXIT.refused,
  store_newer: EXIT.refused,
  store_readonly: EXIT.refused,
  token_cap_too_small: EXIT.refused,
  version_unknown: EXIT.refused,
  workspace_missing: EXIT.refused,
};

/**
 * Returns the exit status of an answer: found, else nothing found, which is only said of a complete answer that left
 * nothing out: what was found and does not fit the cap is not nothing. With `requireComplete` an incomplete answer is
 * incomplete whatever it found.
 */
export function exitOfAnswer(
  found: boolean,
  answer: Pick<Envelope<string>, "budget" | "completeness" | "gaps">,
  requireComplete: boolean,
): ExitCode {
  // A ledger that cannot be read is no source, and still something that did not answer.
  const isPartial =
    !answer.completeness.complete ||
    (requireComplete && answer.gaps.some(({ code }) => code === "source_failed"));
  if (isPartial && (requireComplete || !found)) return EXIT.incomplete;
  if (!found && answer.budget.dropped > 0) return EXIT.incomplete;
  return found ? EXIT.found : EXIT.nothingFound;
}
