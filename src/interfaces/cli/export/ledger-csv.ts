import type { LedgerEntry } from "../../../model/ledger-record.ts";
import { type DecidedCandidate, LEDGER_COLUMNS } from "./ledger-columns.ts";

/** What a spreadsheet takes for a formula; a text of a source that begins so is given an apostrophe, which shows it as text. */
const FORMULA = /^[=+\-@\t\r]/;

/** Returns the first line of the table, RFC 4180. */
export function csvHeader(): string {
  return toLine(LEDGER_COLUMNS.map(({ name }) => name));
}

/** Returns one line for each decision about a bundle, in the order in which they were made. */
export function csvRows(entry: LedgerEntry): string {
  return listDecided(entry)
    .map((row) => toLine(LEDGER_COLUMNS.map(({ cell }) => toCell(cell(row)))))
    .join("");
}

function* decided(entry: LedgerEntry): Iterable<DecidedCandidate> {
  const { candidates, decisions, exhibits } = entry.record;
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const labels = new Map(exhibits.map(({ candidate, label }) => [candidate, label]));
  const last = new Map(decisions.map(({ candidate, step }) => [candidate, step]));
  for (const decision of decisions) {
    const candidate = known.get(decision.candidate);
    // The ledger refuses a decision without its candidate.
    if (candidate === undefined) continue;
    const isLast = last.get(candidate.id) === decision.step;
    const label = isLast ? (labels.get(candidate.id) ?? "none") : "none";
    yield { entry, decision, candidate, label };
  }
}

function listDecided(entry: LedgerEntry): readonly DecidedCandidate[] {
  return [...decided(entry)];
}

function toCell(value: string | number | boolean): string {
  if (typeof value !== "string") return String(value);
  return FORMULA.test(value) ? `'${value}` : value;
}

function toLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(",")}\r\n`;
}
