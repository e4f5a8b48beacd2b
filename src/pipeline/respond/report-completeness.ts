import type { SourceName } from "../../model/artifact.ts";
import type { Completeness, SourceReport, SourceStatus } from "../../model/envelope.ts";
import type { ProjectionFreshness } from "../../model/freshness.ts";
import type { Gap, GapCode } from "../../model/gap.ts";

/** Something that may hold the answer and was not read; pictures and denied files are left out by rule instead. */
const UNREAD: ReadonlySet<GapCode> = new Set([
  "artifact_vanished",
  "file_changing",
  "file_too_large",
  "file_undecodable",
  "file_unreadable",
  "module_missing",
  "path_not_utf8",
  "record_invalid",
]);

export interface SourceState {
  readonly name: SourceName;
  readonly asked: boolean;
  /** Whether the workspace has this source at all. */
  readonly isThere: boolean;
  readonly hits: number;
  readonly newestObserved: string | "unknown";
}

/**
 * Says of every source whether it answered in full, and why not (PAR-02). Never true by default. A source that could be read in
 * part is `ok` with a reason when the answer shows something of it, else `skipped`: what was sought may be in the other part.
 */
export function reportCompleteness(
  sources: readonly SourceState[],
  projection: ProjectionFreshness,
  gaps: readonly Gap[],
): Completeness {
  const reports = sources.map((source) => reportSource(source, projection, gaps));
  return {
    complete: reports.every((r) => r.reason === undefined),
    sources: reports,
  };
}

function reportSource(
  source: SourceState,
  projection: ProjectionFreshness,
  gaps: readonly Gap[],
): SourceReport {
  const { status, reason } = judge(source, projection, gaps);
  const report = {
    name: source.name,
    status,
    hits: source.hits,
    newestObserved: source.newestObserved,
  };
  return reason === "" ? report : { ...report, reason };
}

function judge(
  source: SourceState,
  projection: ProjectionFreshness,
  gaps: readonly Gap[],
): { readonly status: SourceStatus; readonly reason: string } {
  if (!source.asked) return { status: "not_asked", reason: "" };
  if (!source.isThere) return { status: "missing", reason: `this workspace has no ${source.name}` };
  if (projection.state === "unavailable")
    return { status: "missing", reason: "the projection is unavailable" };
  if (projection.state !== "current") {
    // Why is said once, by the projection itself: a long reason must not stand in a response three times.
    return { status: "stale", reason: `the projection is ${projection.state}` };
  }
  const unread = gaps.filter((gap) => isUnread(gap) && belongsTo(gap, source.name));
  if (unread.length === 0) return { status: "ok", reason: "" };
  const count = unread.reduce((sum, gap) => sum + (gap.count ?? 1), 0);
  // It did answer, from what of it could be read.
  return { status: source.hits > 0 ? "ok" : "skipped", reason: `${count} could not be read` };
}

/** What a source held and no longer holds leaves nothing unread; a module that the configuration names may. */
function isUnread({ code, source }: Gap): boolean {
  return UNREAD.has(code) && !(code === "module_missing" && source !== undefined);
}

/** What no source is named for, such as a module that the configuration expects, could be missing from any. */
function belongsTo(gap: Gap, source: SourceName): boolean {
  return gap.source === undefined || gap.source === source;
}
