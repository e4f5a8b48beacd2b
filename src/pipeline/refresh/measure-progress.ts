import type { RefreshProgress } from "../../model/refresh-response.ts";
import type { ProcessedBatch } from "../../ports/text-processor.ts";
import type { RefreshParts } from "./refresh-parts.ts";

/** Counts what a refresh has done and tells whoever listens. */
export interface ProgressMeter {
  enter(phase: RefreshProgress["phase"]): void;
  /** Says how many texts there are to read, once that is known. */
  expect(filesTotal: number): void;
  advance(batch: ProcessedBatch): void;
}

export function createProgress(parts: Pick<RefreshParts, "clock" | "onProgress">): ProgressMeter {
  const startedMs = parts.clock.now();
  let phase: RefreshProgress["phase"] = "listing";
  let [filesDone, filesTotal, passages, bytes] = [0, 0, 0, 0];
  const tell = (): void =>
    parts.onProgress({
      phase,
      filesDone,
      filesTotal,
      passages,
      bytes,
      elapsedMs: parts.clock.now() - startedMs,
    });
  tell();
  return {
    enter(next) {
      phase = next;
      tell();
    },
    expect(total) {
      filesTotal = total;
    },
    advance(batch) {
      filesDone += batch.artifacts.length + batch.gaps.length;
      passages += batch.passageCount;
      bytes += batch.artifacts.reduce((sum, artifact) => sum + artifact.byteLength, 0);
      tell();
    },
  };
}
