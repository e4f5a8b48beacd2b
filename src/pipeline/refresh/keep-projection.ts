import { EngineError, type ErrorCode, refreshFailed } from "../../errors.ts";
import type { RefreshMode } from "../../model/engine.ts";
import type { ProjectionFreshness, ProjectionState, RefreshStatus } from "../../model/freshness.ts";
import type { Gap } from "../../model/gap.ts";
import { checkInputs, type InputCheck } from "./check-inputs.ts";
import type { RefreshParts } from "./refresh-parts.ts";
import { type RefreshReport, refreshProjection } from "./refresh-projection.ts";

/** A check younger than this is reused; changes inside the window show as stale citations until it is over (REF-03). */
export const DEBOUNCE_MS = 1_000;
/** Above this many inputs an answer does not wait for a check: the hits' own files are verified instead. */
export const MAX_CHECKED_INPUTS = 5_000;

/** How the projection stands when an answer is given. */
export interface Standing {
  readonly projection: ProjectionFreshness;
  /** What is skipped, missing or failed, one entry per file. */
  readonly gaps: readonly Gap[];
}

/** Keeps the projection in step with its inputs, as far as a call's refresh mode allows. */
export interface ProjectionKeeper {
  /** Checks, refreshes if due, and says how the projection stands. `strict` refuses unless it is current. */
  stand(mode: RefreshMode): Promise<Standing>;
  /** Refreshes now, whatever the debounce window says. */
  refresh(options: { readonly rebuild: boolean }): Promise<RefreshReport>;
}

/** How often, and how long apart, a process waits for another one to build the first generation of all. */
const FIRST_BUILD_POLLS = 100;
const FIRST_BUILD_POLL_MS = 100;

export interface KeeperOptions {
  readonly parts: RefreshParts;
  readonly wait: (ms: number) => Promise<void>;
  /** Starts a refresh that outlives the answer; returns whether one could be started. */
  readonly startRefreshBeside: () => Promise<boolean>;
}

interface Verdict {
  readonly state: ProjectionState;
  readonly status: RefreshStatus;
  readonly reason: string;
}

interface LastCheck {
  readonly mode: RefreshMode;
  readonly atMs: number;
  readonly generation: number | "none";
  readonly verdict: Verdict;
  readonly scanGaps: readonly Gap[];
}

export function createProjectionKeeper(options: KeeperOptions): ProjectionKeeper {
  const { parts } = options;
  let last: LastCheck | "none" = "none";
  const underWay = new Map<RefreshMode, Promise<LastCheck>>();

  async function check(mode: RefreshMode, nowMs: number): Promise<LastCheck> {
    const judged = await judge(options, mode);
    last = { ...judged, mode, atMs: nowMs, generation: await generationId(parts) };
    return last;
  }

  /** Calls made together share one check; strict has its own, begun after it was asked for. */
  function checkTogether(mode: RefreshMode, nowMs: number): Promise<LastCheck> {
    if (mode === "strict") return check(mode, nowMs);
    const shared = underWay.get(mode) ?? check(mode, nowMs).finally(() => underWay.delete(mode));
    underWay.set(mode, shared);
    return shared;
  }

  async function stand(mode: RefreshMode): Promise<Standing> {
    const nowMs = parts.clock.now();
    const generation = await generationId(parts);
    const known =
      last !== "none" && isReusable(last, { mode, nowMs, generation })
        ? last
        : await checkTogether(mode, nowMs);
    if (mode === "strict" && known.verdict.state !== "current") {
      throw refreshFailed(known.verdict.reason);
    }
    return describe(parts, known);
  }

  return {
    stand,
    async refresh(refreshOptions) {
      last = "none";
      return refreshProjection(parts, refreshOptions);
    },
  };
}

async function generationId(parts: RefreshParts): Promise<number | "none"> {
  const current = await parts.store.current();
  return current === "none" ? "none" : current.id;
}

/** Strict never reuses; and an answer that refreshed nothing is no answer to a call that would have. */
function isReusable(
  last: LastCheck,
  now: { readonly mode: RefreshMode; readonly nowMs: number; readonly generation: number | "none" },
): boolean {
  const elapsedMs = now.nowMs - last.atMs;
  return (
    now.mode !== "strict" &&
    elapsedMs >= 0 &&
    elapsedMs < DEBOUNCE_MS &&
    last.generation === now.generation &&
    (last.mode === now.mode || last.verdict.state === "current")
  );
}

async function judge(
  options: KeeperOptions,
  mode: RefreshMode,
): Promise<Pick<LastCheck, "verdict" | "scanGaps">> {
  const { parts } = options;
  const current = await parts.store.current();
  if (mode === "auto" && current !== "none" && current.artifactCount > MAX_CHECKED_INPUTS) {
    const status = (await options.startRefreshBeside()) ? "started" : "skipped";
    const reason = `more than ${MAX_CHECKED_INPUTS} inputs: the hits' own files were verified`;
    return { verdict: { state: "unchecked", status, reason }, scanGaps: [] };
  }
  const check = await checkReachable(parts);
  if (check instanceof EngineError) {
    // What was indexed is still there, whatever became of the place it came from.
    const status = mode === "off" ? "off" : "failed";
    return { verdict: { state: "last_good", status, reason: check.message }, scanGaps: [] };
  }
  const { scanGaps } = check;
  if (mode === "off") return { verdict: { ...judgeCheck(check), status: "off" }, scanGaps };
  if (!check.changed) {
    await rememberSettled(parts, check);
    return { verdict: judgeCheck(check), scanGaps };
  }
  return { verdict: await refreshDue(options, check), scanGaps };
}

/** Checks the inputs. A source that cannot be listed is an outcome where there is a generation to serve. */
async function checkReachable(parts: RefreshParts): Promise<InputCheck | EngineError> {
  try {
    return await checkInputs(parts);
  } catch (error) {
    const isUnreachable = error instanceof EngineError && error.code === "source_unavailable";
    if (!isUnreachable || (await generationId(parts)) === "none") throw error;
    return error;
  }
}

/** Files that were in doubt and hashed the same are in doubt at every call until somebody notes when that was settled. */
async function rememberSettled(parts: RefreshParts, check: InputCheck): Promise<void> {
  if (check.settled.length === 0 || !parts.store.writable) return;
  const at = new Date(parts.clock.now()).toISOString();
  try {
    await parts.store.rememberInputs(check.settled);
    await parts.store.recordRefresh({ at, status: "unchanged", reason: "inputs match" });
  } catch (error) {
    if (!(error instanceof EngineError && UNWRITABLE.has(error.code))) throw error;
  }
}

/** A note that spares work later is not worth failing an answer for while the store cannot be written. */
const UNWRITABLE: ReadonlySet<ErrorCode> = new Set([
  "data_folder_unusable",
  "store_busy",
  "store_full",
  "store_readonly",
]);

async function refreshDue({ parts, wait }: KeeperOptions, check: InputCheck): Promise<Verdict> {
  let report = await attempt(parts);
  // Processes that start together on a new folder all want an answer: the others wait for the one that builds.
  for (let poll = 0; poll < FIRST_BUILD_POLLS && report.status === "busy"; poll++) {
    if ((await generationId(parts)) !== "none") break;
    await wait(FIRST_BUILD_POLL_MS);
    report = await attempt(parts);
  }
  const hasGeneration = (await generationId(parts)) !== "none";
  if (report.status !== "busy" || hasGeneration) return afterRefresh(report, check, hasGeneration);
  const waitedSeconds = (FIRST_BUILD_POLLS * FIRST_BUILD_POLL_MS) / 1_000;
  const reason = `${report.reason}; waited ${waitedSeconds} seconds for its first generation, ask again later`;
  return afterRefresh({ ...report, reason }, check, hasGeneration);
}

/**
 * A store that refuses is an outcome of an automatic refresh; a bug is not caught. Damaged index rows are rebuilt from
 * the inputs at once.
 */
async function attempt(parts: RefreshParts): Promise<RefreshReport> {
  try {
    return await refreshProjection(parts, { rebuild: false });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.code === "store_corrupt") return attemptRebuild(parts);
    return failedReport(error);
  }
}

async function attemptRebuild(parts: RefreshParts): Promise<RefreshReport> {
  try {
    return await refreshProjection(parts, { rebuild: true });
  } catch (error) {
    // Rows that even a rebuild trips over are more than it can mend: whoever opened the store sets it aside.
    if (!(error instanceof EngineError) || error.code === "store_corrupt") throw error;
    return failedReport(error);
  }
}

function failedReport(error: EngineError): RefreshReport {
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  return { status: "failed", reason: `${error.code}: ${error.message}`, ...counts };
}

function judgeCheck(check: InputCheck): Verdict {
  if (check.changed) {
    const count = check.toRead.length + check.removed.length + (check.records.changed ? 1 : 0);
    return { state: "stale", status: "skipped", reason: `${count} inputs changed` };
  }
  if (check.editedPages.length > 0) {
    const [first] = check.editedPages;
    return { state: "inconsistent", status: "skipped", reason: `rendered page edited: ${first}` };
  }
  return { state: "current", status: "not_needed", reason: "inputs match" };
}

function afterRefresh(report: RefreshReport, check: InputCheck, hasGeneration: boolean): Verdict {
  const { status, reason } = report;
  if (status === "refreshed") return { state: "current", status, reason };
  if (status === "not_needed")
    return { ...judgeCheck({ ...check, changed: false }), status, reason };
  return { state: hasGeneration ? "last_good" : "unavailable", status, reason };
}

async function describe(parts: RefreshParts, last: LastCheck): Promise<Standing> {
  const current = await parts.store.current();
  const { verdict } = last;
  const isEmpty = current === "none";
  const stored = await parts.store.gaps();
  const storedKeys = new Set(stored.map((gap) => JSON.stringify(gap)));
  const newGaps = last.scanGaps.filter((gap) => !storedKeys.has(JSON.stringify(gap)));
  const failed: readonly Gap[] =
    verdict.status === "failed" ? [{ code: "refresh_failed", detail: verdict.reason }] : [];
  return {
    projection: {
      state: isEmpty ? "unavailable" : verdict.state,
      generation: isEmpty ? "none" : current.id,
      builtAt: isEmpty ? "unknown" : current.builtAt,
      checkedAt: verdict.state === "unchecked" ? "unknown" : new Date(last.atMs).toISOString(),
      refresh: {
        status: verdict.status,
        reason: isEmpty && verdict.status === "off" ? "nothing indexed" : verdict.reason,
      },
    },
    gaps: [
      ...failed,
      // A generation over no text at all answers every question with nothing, and must say why.
      ...(isEmpty || current.artifactCount === 0 ? [{ code: "index_empty" } as const] : []),
      ...stored,
      ...newGaps,
    ],
  };
}
