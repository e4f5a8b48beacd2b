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

/** What a source brought to an answer. */
interface Shown {
  readonly name: SourceName;
  readonly hits: number;
  readonly newestObserved: string | "unknown";
}

/** A source of the workspace's own texts: how it stands is judged by the projection. */
export interface ContentState extends Shown {
  readonly asked: boolean;
  /** Whether the workspace has this source at all. */
  readonly isThere: boolean;
  /** Why its store could not be opened; absent when it was. */
  readonly failure?: string;
}

/** A store of entries, which says itself how it stands. */
export interface EntryState extends Shown {
  readonly stands: {
    readonly status: SourceStatus;
    readonly reason: string;
    readonly entries: number;
  };
}

export type SourceState = ContentState | EntryState;

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
  const { name, hits, newestObserved } = source;
  const entries = "stands" in source ? source.stands.entries : 0;
  const { status, reason } = "stands" in source ? source.stands : judge(source, projection, gaps);
  const report = {
    name,
    status,
    hits,
    newestObserved,
    ...(entries === 0 ? {} : { entries }),
  };
  return reason === "" ? report : { ...report, reason };
}

function judge(
  source: ContentState,
  projection: ProjectionFreshness,
  gaps: readonly Gap[],
): { readonly status: SourceStatus; readonly reason: string } {
  if (!source.asked) return { status: "not_asked", reason: "" };
  if (!source.isThere) return { status: "missing", reason: `this workspace has no ${source.name}` };
  if (source.failure !== undefined) return { status: "failed", reason: source.failure };
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
