import type { Decision } from "../../../model/decision.ts";
import type { LedgerEntry, RecordedCandidate } from "../../../model/ledger-record.ts";

/** A decision with the bundle and the candidate it belongs to: what a row of the table is about. */
export interface DecidedCandidate {
  readonly entry: LedgerEntry;
  readonly decision: Decision;
  readonly candidate: RecordedCandidate;
  /** The exhibit that the candidate became by the last of its decisions; `"none"` where this step shows nothing. */
  readonly label: string | "none";
}

type Cell = string | number | boolean;

/** A column of the table and how it is filled. A list is written with `; ` between its parts. */
export interface LedgerColumn {
  readonly name: string;
  readonly cell: (row: DecidedCandidate) => Cell;
}

const list = (words: readonly (string | number)[]): string => words.join("; ");

const OF_BUNDLE: Readonly<Record<string, (entry: LedgerEntry) => Cell>> = {
  bundle: ({ record }) => record.id,
  at: ({ record }) => record.at,
  task: ({ record }) => record.task.text,
  policy: ({ record }) => record.policyVersion,
  session: ({ record }) => record.session,
  generation: ({ record }) => record.generation,
  outcome: ({ outcomes }) => outcomes.at(-1)?.outcome ?? "unknown",
  bundle_bytes: ({ record }) => record.bytes,
  bundle_tokens: ({ record }) => record.tokens,
  bundle_net: ({ record }) => record.net.net,
};

const OF_DECISION: Readonly<Record<string, (decision: Decision) => Cell>> = {
  step: ({ step }) => step,
  follows: ({ follows }) => follows,
  verdict: ({ verdict }) => verdict,
  granularity: ({ representation: as }) => (as === "none" ? as : as.granularity),
  fidelity: ({ representation: as }) => (as === "none" ? as : as.fidelity),
  reason: ({ reason }) => reason.code,
  reason_with: ({ reason }) => reason.with ?? "",
  reason_missing: ({ reason }) => list(reason.missing ?? []),
  reason_because: ({ reason }) => reason.because ?? "",
  reason_detail: ({ reason }) => reason.detail ?? "",
  tokens_planned: ({ tokensPlanned }) => tokensPlanned,
  tokens_admitted: ({ tokensAdmitted }) => tokensAdmitted,
  decided_by: ({ policyVersion }) => policyVersion,
  evidence: ({ strength }) => strength.evidence,
  required: ({ strength }) => strength.required,
  share: ({ strength }) => strength.share,
  deviation: ({ strength }) => strength.deviation,
  window_coverage: ({ strength }) => strength.windowCoverage,
  artifacts_before: ({ diversity }) => diversity.artifactsBefore,
  known_artifact: ({ diversity }) => diversity.isKnownArtifact,
  overlaps_admitted: ({ diversity }) => list(diversity.overlaps),
  conflicts_with: ({ conflictsWith }) => list(conflictsWith),
};

const OF_CANDIDATE: Readonly<Record<string, (candidate: RecordedCandidate) => Cell>> = {
  candidate: ({ id }) => id,
  artifact: ({ artifact }) => artifact,
  fragment: ({ fragment }) => fragment,
  version: ({ version }) => version,
  generator: ({ generator }) => generator,
  source: ({ source }) => source,
  rank: ({ rank }) => rank,
  score: ({ score }) => score,
  title: ({ title }) => title,
  heading_path: ({ headingPath }) => list(headingPath),
  exact_match: ({ exactMatch }) => exactMatch,
  path: ({ citation }) => citation.path,
  start_line: ({ citation }) => citation.startLine,
  end_line: ({ citation }) => citation.endLine,
  excerpt_sha256: ({ citation }) => citation.excerptSha256,
  citation_version: ({ citation }) => citation.version,
  citation_state: ({ citation }) => citation.state,
  observed_at: ({ observed }) => observed.at,
  observed_basis: ({ observed }) => observed.basis,
  age_days: ({ ageDays }) => ageDays,
  age_class: ({ ageClass }) => ageClass,
  origin: ({ origin }) => origin,
  provenance: ({ provenance }) => provenance,
  scope: ({ scope }) => scope,
  superseded_by: ({ supersededBy }) => supersededBy,
  min_fidelity: ({ minFidelity }) => minFidelity,
  recovery: ({ recovery }) => recovery.status,
  recovery_reason: ({ recovery }) => (recovery.status === "failed" ? recovery.reason : ""),
  duplicate_of: ({ duplicateOf }) => duplicateOf,
  overlaps_with: ({ overlapsWith }) => list(overlapsWith),
  offered: ({ offered }) => offered,
  offers: ({ offers }) =>
    list(
      offers.map(
        ({ granularity, fidelity, tokens, bytes, sha256 }) =>
          `${granularity}/${fidelity} ${tokens} tokens ${bytes} bytes ${sha256}`,
      ),
    ),
};

/** Every column of the table, in its order. `docs/ledger-table.md` says what each means. */
export const LEDGER_COLUMNS: readonly LedgerColumn[] = [
  ...columns(OF_BUNDLE, ({ entry }) => entry),
  ...columns(OF_DECISION, ({ decision }) => decision),
  { name: "label", cell: ({ label }) => label },
  { name: "used", cell: ({ entry, label }) => wasUsed(entry, label) },
  { name: "helpful", cell: ({ entry, label }) => wasHelpful(entry, label) },
  ...columns(OF_CANDIDATE, ({ candidate }) => candidate),
];

function columns<Part>(
  cells: Readonly<Record<string, (part: Part) => Cell>>,
  of: (row: DecidedCandidate) => Part,
): readonly LedgerColumn[] {
  return Object.entries(cells).map(([name, cell]) => ({ name, cell: (row) => cell(of(row)) }));
}

/** Used is a claim of its own: nobody who did not look at an answer can make it. */
function wasUsed({ uses }: LedgerEntry, label: string | "none"): Cell {
  if (label === "none") return "none";
  if (uses.length === 0) return "unknown";
  return uses.some(({ used }) => used.some((each) => each.label === label));
}

function wasHelpful({ helpful }: LedgerEntry, label: string | "none"): Cell {
  if (label === "none") return "none";
  const judgement = helpful[label] ?? "unknown";
  return judgement === "unknown" ? judgement : judgement.material;
}
