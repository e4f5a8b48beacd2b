import type { MemoryState } from "./memory-state.ts";

/** Removes texts that no artifact ever had, splits that were never published, and segments of neither of the last two generations. */
export function sweepMemory(state: MemoryState): void {
  const cited = new Set(
    [...state.formerArtifacts, ...state.projection.artifacts.values()].map(
      (artifact) => artifact.version,
    ),
  );
  for (const [version, text] of state.texts) {
    text.stagedSplits.clear();
    if (!cited.has(version)) state.texts.delete(version);
  }
  const needed = new Set(
    [...state.formerSegments, ...state.projection.segments].map((segment) => segment.id),
  );
  for (const id of state.blocks.keys()) if (!needed.has(id)) state.blocks.delete(id);
}
