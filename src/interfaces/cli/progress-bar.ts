import type { RefreshProgress } from "../../model/refresh-response.ts";
import { formatBytes, formatCount, formatNumber } from "./format/quantity.ts";
import type { Output } from "./surroundings.ts";

/** Refreshes shorter than this show nothing: a bar that flashes by is noise. */
const QUIET_MS = 250;
const REDRAW_MS = 80;
const BAR_COLUMNS = 24;
const ERASE_LINE = "\r\u001b[2K";

export interface ProgressBar {
  readonly show: (progress: RefreshProgress) => void;
  /** Removes the bar; nothing of it stays. */
  readonly clear: () => void;
}

/** Returns a one-line progress bar on a terminal; on anything else it writes nothing. */
export function createProgressBar(output: Output): ProgressBar {
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
      output.write(ERASE_LINE + formatProgress(progress, output.columns));
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

function formatPhase({ phase, filesDone, filesTotal }: RefreshProgress): string {
  switch (phase) {
    case "listing":
      return "Listing files";
    case "rendering":
      return "Rendering records";
    case "reading": {
      const share = filesTotal === 0 ? 0 : Math.min(1, filesDone / filesTotal);
      const filled = Math.round(share * BAR_COLUMNS);
      return `Indexing ${"█".repeat(filled)}${"░".repeat(BAR_COLUMNS - filled)}`;
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
