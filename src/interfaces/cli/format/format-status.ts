import type { RetentionRule } from "../../../model/retention.ts";
import type {
  LedgerSizes,
  SourceSummary,
  StatusResponse,
  StoreSummary,
} from "../../../model/status-response.ts";
import { padColumns } from "../display-width.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatBytes, formatCount, formatDate, formatNumber, formatTime } from "./quantity.ts";

const LABEL_COLUMNS = 14;

/** Returns where things are, what they hold and how old they are, one line each. */
export function formatStatus(response: StatusResponse, view: View): string {
  const { sizes, lastRefresh } = response;
  const indent = " ".repeat(LABEL_COLUMNS);
  const row = (label: string, text: string): string[] =>
    say(padColumns(label, LABEL_COLUMNS) + text, view, indent);
  const last =
    lastRefresh === "none"
      ? "none yet"
      : `${formatTime(lastRefresh.at)}, ${formatOutcome(lastRefresh)}`;
  return [
    ...formatSilentSources(response.completeness, view),
    ...row("workspace", response.workspace),
    ...row("data folder", response.dataFolder),
    ...response.sources.flatMap((source) => row(source.name, formatSource(source))),
    ...response.stores.flatMap((store) => row(store.name, formatStore(store))),
    ...row("ledger", formatLedgerSizes(response.ledger)),
    ...row("whole corpus", formatWhole(response)),
    ...row(
      "sizes",
      `database ${formatBytes(sizes.databaseBytes)} (texts ${formatBytes(sizes.textBytes)}, index ${formatBytes(sizes.indexBytes)}), write-ahead log ${formatBytes(sizes.walBytes)}`,
    ),
    ...row("last refresh", last),
    ...row("lock", response.lock === "free" ? "free" : `held by ${response.lock.heldBy}`),
    ...row("inputs", response.inputsDigest.slice(0, 16)),
    ...row("analyzer", response.analyzerVersion),
    ...row("retention", response.retention),
    "",
    ...formatTail(response, view, { inFull: true }),
  ].join("\n");
}

/** The reason often says the status in its own words. */
function formatOutcome({ status, reason }: { status: string; reason: string }): string {
  if (reason === "") return status;
  return reason.startsWith(status) ? reason : `${status}: ${reason}`;
}

function formatSource(source: SourceSummary): string {
  const held = `${formatCount(source.artifacts, "text")}, ${formatBytes(source.bytes)}`;
  const dates =
    source.oldestObservedAt === "unknown"
      ? ""
      : `; observed ${formatDate(source.oldestObservedAt)} to ${formatDate(source.newestObservedAt)}`;
  const undated = source.unknownDates === 0 ? "" : `; ${formatNumber(source.unknownDates)} undated`;
  return visibleText(held + dates + undated);
}

function formatStore({ counts, reason, retention, status }: StoreSummary): string {
  if (status === "empty") return ["nothing kept", ...formatRetention(retention)].join("; ");
  if (counts === "unknown") return visibleText(`${status}: ${reason}`);
  const parts = [
    `${formatCount(counts.entries, "entry", "entries")}, ${formatBytes(counts.databaseBytes + counts.walBytes)} (texts ${formatBytes(counts.textBytes)}, index ${formatBytes(counts.indexBytes)})`,
    ...(counts.oldestObservedAt === "unknown"
      ? []
      : [
          `observed ${formatDate(counts.oldestObservedAt)} to ${formatDate(counts.newestObservedAt)}`,
        ]),
    ...(counts.undated === 0 ? [] : [`${formatNumber(counts.undated)} undated`]),
    ...(counts.quarantined === 0 ? [] : [`${formatNumber(counts.quarantined)} in quarantine`]),
    ...(counts.unindexed === 0 ? [] : [`${formatNumber(counts.unindexed)} not indexed`]),
    `last kept ${formatTime(counts.changedAt)}`,
    ...formatRetention(retention),
  ];
  return visibleText(parts.join("; "));
}

function formatLedgerSizes(ledger: LedgerSizes): string {
  const { bundles, databaseBytes, reason, status, walBytes } = ledger;
  const size = formatBytes(databaseBytes + walBytes);
  if (bundles === "unknown") return visibleText(`${status}: ${reason}; ${size}`);
  return status === "empty" ? "no bundle recorded" : `${formatCount(bundles, "bundle")}, ${size}`;
}

/** Nothing where entries are kept until somebody has them forgotten. */
function formatRetention({ maxAgeDays, maxBytes }: RetentionRule): readonly string[] {
  const limits = [
    ...(maxAgeDays === "unlimited" ? [] : [formatCount(maxAgeDays, "day")]),
    ...(maxBytes === "unlimited" ? [] : [`${formatBytes(maxBytes)} of text`]),
  ];
  if (limits.length === 0) return [];
  return [`meant to be kept for ${limits.join(" and ")} at most ("exhibit forget --retention")`];
}

function formatWhole({ wholeCorpus, budget }: StatusResponse): string {
  const size = `${formatBytes(wholeCorpus.bytes)}, about ${formatNumber(wholeCorpus.estimatedTokens)} tokens (bytes / 4)`;
  return wholeCorpus.fitsCap
    ? `${size}. It fits the cap of ${formatNumber(budget.capBytes)} bytes: "exhibit map --detail full" may serve better than a search`
    : size;
}
