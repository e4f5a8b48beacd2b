import type { ShippedProgram } from "../shipped-program.ts";
import type { StagedSessions } from "./stage-sessions.ts";

/** What one way of keeping and indexing transcripts cost. */
export interface KeepingCost {
  /** From nothing to every event kept, not yet searchable. */
  readonly storingCpuSeconds: number;
  /** From nothing to every event searchable. */
  readonly wholeCpuSeconds: number;
  readonly events: number;
  readonly redactions: number;
}

/** Imports the staged transcripts with the built program; runs in a process of its own, whose memory is then measured. */
export async function runImport(
  program: ShippedProgram,
  { root, storeFolder, workspace }: Omit<StagedSessions, "moreRoot">,
): Promise<KeepingCost> {
  const engine = await program.openEngine({ workspace, dataFolder: storeFolder });
  let storing = Number.NaN;
  const before = process.cpuUsage();
  const spent = (): number => {
    const { system, user } = process.cpuUsage(before);
    return (system + user) / 1e6;
  };
  const { agents, entryCount } = await engine.import({
    ...{ from: "claude-code", root },
    // Told first when everything is kept and indexing begins.
    onProgress: ({ phase }) => {
      if (phase === "indexing" && Number.isNaN(storing)) storing = spent();
    },
  });
  const whole = spent();
  await engine.close();
  return {
    storingCpuSeconds: storing,
    wholeCpuSeconds: whole,
    events: entryCount,
    redactions: agents
      .flatMap(({ redactions }) => Object.values(redactions))
      .reduce((sum, count) => sum + count, 0),
  };
}
