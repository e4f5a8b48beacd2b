import { onTestFinished } from "vitest";
import { type GatherQuestion, gatherCandidates } from "../../src/calls/gather-candidates.ts";
import type { Gathered } from "../../src/calls/gathered.ts";
import type { CallParts } from "../../src/calls/session.ts";
import { openCalls } from "../../src/open-engine.ts";
import { OCTOBER_15, type TestWorkspace } from "./a-workspace.ts";

/** What calls work with in a workspace; closed when the test ends. */
export async function openCallsOf({ root }: TestWorkspace): Promise<CallParts> {
  const { parts, guard } = await openCalls({ workspace: root, now: () => OCTOBER_15 });
  onTestFinished(() => guard.close());
  return parts;
}

/** Gathers candidates in a workspace on the day the tests are set on. */
export async function gatherIn(
  workspace: TestWorkspace,
  task: string,
  options: Omit<GatherQuestion, "settings"> & Partial<GatherQuestion["settings"]> = {},
): Promise<Gathered> {
  const parts = await openCallsOf(workspace);
  const { refresh = "auto", maxAgeDays = 7, ...rest } = options;
  const settings = { capBytes: 12_000, refresh, maxAgeDays, nowMs: OCTOBER_15 };
  return gatherCandidates(parts, task, { ...rest, settings });
}
