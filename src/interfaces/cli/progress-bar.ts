import type { ImportProgress } from "../../model/import-response.ts";
import type { RefreshProgress } from "../../model/refresh-response.ts";
import { formatBytes, formatCount, formatNumber } from "./format/quantity.ts";
import type { Output } from "./surroundings.ts";

/** Refreshes shorter than this show nothing: a bar that flashes by is noise. */
const QUIET_MS = 250;
const REDRAW_MS = 80;
const BAR_COLUMNS = 24;
const ERASE_LINE = "\r\u001b[2K";

/** What every kind of progress says of itself. */
interface Timed {
  readonly phase: string;
  readonly elapsedMs: number;
}

export interface ProgressBar<Progress extends Timed = RefreshProgress> {
  readonly show: (progress: Progress) => void;
  /** Removes the bar; nothing of it stays. */
  readonly clear: () => void;
}

/** Returns a one-line progress bar on a terminal; on anything else it writes nothing. */
export function createProgressBar(output: Output): ProgressBar {
  return createBar(output, formatProgress);
}

/** Returns the bar of a running import. */
export function createImportBar(output: Output): ProgressBar<ImportProgress> {
  return createBar(output, formatImportProgress);
}

function createBar<Progress extends Timed>(
  output: Output,
  format: (progress: Progress, columns: number) => string,
): ProgressBar<Progress> {
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let drawnPhase = "";
  let isDrawn = false;
  return {
    show: (progress) => {
      if (!output.isTerminal || progress.elapsedMs < QUIET_MS) return;
      const isSoon = progress.elapsedMs - drawnAtMs < REDRAW_MS;
      if (isSoon && progress.phase === drawnPhase) return;
      drawnPhase = progress.phase;
      drawnAtMs = progress.elapsedMs;
      isDrawn = true;
      output.write(ERASE_LINE + format(progress, output.columns));
    },
    clear: () => {
      if (isDrawn) output.write(ERASE_LINE);
      isDrawn = false;
    },
  };
}

/** Returns the line of a running refresh, cut to `columns`. */
export function formatProgress(progress: RefreshProgress, columns: number): string {
  const line = `${formatPhase(progress)}${formatAmounts(progress)}`;
  return line.slice(0, Math.max(0, columns - 1));
}

/** Returns the line of a running import, cut to `columns`. */
export function formatImportProgress(progress: ImportProgress, columns: number): string {
  const { agent, bytesDone, bytesTotal, elapsedMs, entries, phase } = progress;
  const share = bytesTotal === 0 ? 0 : bytesDone / bytesTotal;
  const speed = formatBytes((bytesDone * 1000) / Math.max(1, elapsedMs));
  const line =
    phase === "indexing"
      ? `Indexing ${formatCount(entries, "entry", "entries")}`
      : `Reading ${agent} ${formatBar(share)} ${formatNumber(progress.filesDone)} of ${formatCount(progress.filesTotal, "file")} · ${formatCount(entries, "entry", "entries")} · ${speed}/s`;
  return line.slice(0, Math.max(0, columns - 1));
}

function formatBar(share: number): string {
  const filled = Math.round(Math.min(1, share) * BAR_COLUMNS);
  return "█".repeat(filled) + "░".repeat(BAR_COLUMNS - filled);
}

function formatPhase({ phase, filesDone, filesTotal }: RefreshProgress): string {
  switch (phase) {
    case "listing":
      return "Listing files";
    case "rendering":
      return "Rendering records";
    case "reading": {
      return `Indexing ${formatBar(filesTotal === 0 ? 0 : filesDone / filesTotal)}`;
    }
    case "merging":
      return "Merging the index";
    case "publishing":
      return "Publishing";
  }
}

function formatAmounts({
  filesDone,
  filesTotal,
  passages,
  bytes,
  elapsedMs,
}: RefreshProgress): string {
  if (filesTotal === 0) return "";
  const speed = formatBytes((bytes * 1000) / Math.max(1, elapsedMs));
  return ` ${formatNumber(filesDone)} of ${formatCount(filesTotal, "file")} · ${formatCount(passages, "passage")} · ${speed}/s`;
}
