import type {
  Freshness,
  LiveFreshness,
  ProjectionFreshness,
  ProjectionState,
  RefreshStatus,
  SourceFreshness,
} from "../../../model/freshness.ts";
import { formatDays } from "./format-age.ts";
import { formatCount, formatDate, formatTime } from "./quantity.ts";

/** One answer: to which question, in which words, and whether the reader should stop at it. */
export interface FreshnessRow {
  readonly label: "Index" | "Dates" | "Live";
  readonly sentence: string;
  readonly isWarning: boolean;
}

/**
 * Returns the three freshness answers in plain words, one row each, never merged (FRE-05). An answer that asked no text of the
 * workspace says that of the index, which then has no part in it.
 */
export function formatFreshness(freshness: Freshness, asksTexts = true): readonly FreshnessRow[] {
  return [
    asksTexts ? formatProjection(freshness.projection) : NOT_ASKED,
    formatSources(freshness.sources),
    formatLive(freshness.live),
  ];
}

/**
 * Returns the three answers on one row when none of them asks for attention: the index matches its inputs, nothing shown
 * is older than the limit, and no live check is at hand. What is unknown is said there too. `"none"` otherwise (FRE-05).
 */
export function formatQuietFreshness({ projection, sources, live }: Freshness): string {
  const isQuiet =
    projection.state === "current" && sources.stale !== true && live.evidence.length === 0;
  if (!isQuiet || live.verified) return "none";
  const refreshed = projection.refresh.status === "refreshed" ? ", refreshed for this call" : "";
  return [
    `Index matches its inputs (generation ${projection.generation}${refreshed})`,
    `Dates ${formatSources(sources).sentence}`,
    `Live ${formatLive(live).sentence}`,
  ].join(" · ");
}

const NOT_ASKED: FreshnessRow = {
  label: "Index",
  sentence: "the texts of the workspace were not asked",
  isWarning: false,
};

const STATES: Readonly<Record<ProjectionState, string>> = {
  current: "matches its inputs",
  stale: "is behind its inputs",
  inconsistent: "does not agree with its inputs",
  last_good: "is the last good one, not the newest inputs",
  unchecked: "was not compared with its inputs",
  unavailable: "is not available",
};

const REFRESHES: Readonly<Record<RefreshStatus, string>> = {
  off: "refresh off",
  not_needed: "",
  refreshed: "refreshed for this call",
  skipped: "refresh skipped",
  started: "a refresh is running beside this answer",
  busy: "another process is refreshing",
  failed: "the refresh failed",
};

function formatProjection(projection: ProjectionFreshness): FreshnessRow {
  const parts = [STATES[projection.state]];
  if (projection.generation !== "none") {
    const built =
      projection.builtAt === "unknown" ? "" : `, built ${formatTime(projection.builtAt)}`;
    parts.push(`generation ${projection.generation}${built}`);
  }
  const { status, reason } = projection.refresh;
  const refresh = REFRESHES[status];
  if (refresh !== "") {
    const isExplained = reason !== "" && status !== "off" && status !== "refreshed";
    parts.push(isExplained ? `${refresh}: ${reason}` : refresh);
  }
  return {
    label: "Index",
    sentence: parts.join("; "),
    isWarning: projection.state !== "current" && projection.state !== "unchecked",
  };
}

function formatSources(sources: SourceFreshness): FreshnessRow {
  const undated =
    sources.unknownDates === 0
      ? ""
      : `${formatCount(sources.unknownDates, "text")} shown ${sources.unknownDates === 1 ? "declares" : "declare"} no date`;
  if (sources.oldestObservedAt === "unknown") {
    const sentence = undated === "" ? "no dated text is shown" : `unknown: ${undated}`;
    // Most texts declare no date; an alarm on every answer is one that nobody reads.
    return { label: "Dates", sentence, isWarning: false };
  }
  const newest =
    sources.newestObservedAt === "unknown" ||
    formatDate(sources.newestObservedAt) === formatDate(sources.oldestObservedAt)
      ? ""
      : `, newest ${formatDate(sources.newestObservedAt)}`;
  const parts = [
    `oldest observation ${formatDate(sources.oldestObservedAt)}, ${formatDays(sources.ageDays)}${newest}`,
  ];
  if (sources.stale === true) parts.push(`older than ${formatCount(sources.maxAgeDays, "day")}`);
  if (undated !== "") parts.push(undated);
  return { label: "Dates", sentence: parts.join("; "), isWarning: sources.stale === true };
}

function formatLive(live: LiveFreshness): FreshnessRow {
  const shown = live.evidence.map(
    (item) =>
      `${item.evidence} at ${formatTime(item.at)}, counts until ${formatTime(item.expires)}`,
  );
  if (live.verified) {
    return {
      label: "Live",
      sentence: `checked against the upstream: ${shown.join("; ")}`,
      isWarning: false,
    };
  }
  const partly = shown.length === 0 ? "" : `; partly observed: ${shown.join("; ")}`;
  return {
    label: "Live",
    sentence: `not checked against the upstream${partly}`,
    isWarning: false,
  };
}
