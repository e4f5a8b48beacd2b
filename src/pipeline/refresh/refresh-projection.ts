import { createHash } from "node:crypto";
import type { RenderedPage } from "../../ports/renderer.ts";
import { checkInputs, type InputCheck } from "./check-inputs.ts";
import { ingestTexts } from "./ingest-texts.ts";
import { createProgress, type ProgressMeter } from "./measure-progress.ts";
import { publishGeneration } from "./publish-generation.ts";
import type { RefreshDraft } from "./refresh-draft.ts";
import type { RefreshParts } from "./refresh-parts.ts";
import { renderRecords } from "./render-records.ts";

/** What a refresh did. Counts are artifacts. */
export interface RefreshReport {
  readonly status: "refreshed" | "not_needed" | "busy" | "failed";
  /** Why it failed or was busy; what was done otherwise. */
  readonly reason: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

/**
 * Makes the projection match its inputs, under the refresh lock: check, render, ingest, publish, sweep. Old source
 * dates stay old whatever happens here (FRE-08). Refusals of the store pass through; the last good generation stays.
 */
export async function refreshProjection(
  parts: RefreshParts,
  options: { readonly rebuild: boolean },
): Promise<RefreshReport> {
  const lock = await parts.lock.acquire();
  if ("heldBy" in lock) return report("busy", `another process is refreshing (${lock.heldBy})`);
  try {
    return await refreshUnderLock(parts, options.rebuild);
  } finally {
    await lock.release();
  }
}

async function refreshUnderLock(parts: RefreshParts, rebuild: boolean): Promise<RefreshReport> {
  // Checked again although the caller did: another process may have published between its check and this lock.
  const progress = createProgress(parts);
  const check = await checkInputs(parts);
  const scannedAt = new Date(parts.clock.now()).toISOString();
  if (!check.changed && !rebuild && check.editedPages.length === 0) {
    if (check.settled.length > 0) await parts.store.rememberInputs(check.settled);
    await parts.store.recordRefresh({ at: scannedAt, status: "unchanged", reason: "inputs match" });
    const current = await parts.store.current();
    const unchanged = current === "none" ? 0 : current.artifactCount;
    return report("not_needed", "inputs match", { unchanged });
  }
  const draft = await draftRefresh(parts, {
    check: rebuild ? await everything(parts, check) : check,
    rebuild,
    progress,
  });
  progress.enter("publishing");
  const published = await publishGeneration(parts, draft);
  const failure = draft.records.status === "failed" ? draft.records.reason : "";
  await parts.store.recordRefresh({
    at: scannedAt,
    status: failure === "" ? "published" : "failed",
    reason: failure === "" ? published.reason : failure,
  });
  await parts.store.sweep();
  if (failure !== "") return report("failed", failure, published);
  return report(published.isNew ? "refreshed" : "not_needed", published.reason, published);
}

async function draftRefresh(
  parts: RefreshParts,
  from: {
    readonly check: InputCheck;
    readonly rebuild: boolean;
    readonly progress: ProgressMeter;
  },
): Promise<RefreshDraft> {
  const { store } = parts;
  const { check, progress, rebuild } = from;
  const parent = await store.current();
  const before = new Map((await store.artifacts()).map((artifact) => [artifact.ref, artifact]));
  const isEdited = check.editedPages.length > 0;
  const rendersRecords = parts.records !== "none" && (check.records.changed || isEdited);
  if (rendersRecords) progress.enter("rendering");
  const records = await renderRecords(parts.records, {
    ...check.records,
    changed: check.records.changed || isEdited,
  });
  const isRebuild = rebuild || parent === "none" || parent.analyzerVersion !== parts.textVersion;
  const pages = records.status === "rendered" ? records.pages : [];
  const known = new Set(
    [...before.values()]
      .filter((a) => a.source === "records")
      .map((a) => `${a.path}\0${a.version}`),
  );
  const isNewPage = (page: RenderedPage): boolean =>
    isRebuild ||
    !known.has(`${page.path}\0${createHash("sha256").update(page.bytes).digest("hex")}`);
  const ingested = await ingestTexts(
    parts,
    { entries: check.toRead, pages: pages.filter(isNewPage) },
    progress,
  );
  return { parent, before, check, records, ingested, isRebuild };
}

/** A rebuild reads every input, whatever the fingerprints say. */
async function everything(parts: RefreshParts, check: InputCheck): Promise<InputCheck> {
  const recordPaths = new Set(check.records.inputs.map((input) => input.path));
  const scan = await parts.files.scan();
  return {
    ...check,
    toRead: scan.entries.filter((entry) => !recordPaths.has(entry.path)),
    settled: [],
    unchanged: [],
    records: { ...check.records, changed: true },
  };
}

function report(
  status: RefreshReport["status"],
  reason: string,
  counts: Partial<RefreshReport> = {},
): RefreshReport {
  const { added = 0, changed = 0, removed = 0, unchanged = 0 } = counts;
  return { status, reason, added, changed, removed, unchanged };
}
