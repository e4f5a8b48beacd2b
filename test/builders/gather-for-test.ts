import { gatherCandidates } from "../../src/calls/gather-candidates.ts";
import type { Pool } from "../../src/model/pool.ts";
import { openCalls } from "../../src/open-engine.ts";
import { OCTOBER_15, type TestWorkspace } from "./a-workspace.ts";

/** The pool of a task, as a bundle of this workspace would decide about it. */
export async function gatherForTest(workspace: TestWorkspace, task: string): Promise<Pool> {
  const { parts, guard } = await openCalls({ workspace: workspace.root, now: () => OCTOBER_15 });
  try {
    const settings = {
      capBytes: 12_000,
      refresh: "auto",
      maxAgeDays: 7,
      nowMs: OCTOBER_15,
    } as const;
    return (await gatherCandidates(parts, task, { settings })).pool;
  } finally {
    await guard.close();
  }
}
