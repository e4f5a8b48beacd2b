import { EngineError } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import type { DoctorFinding } from "../model/doctor-response.ts";
import type { StoreCounts, StoreSummary } from "../model/status-response.ts";
import type { CallParts } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** Nothing can rebuild what was once kept, so the advice never is to make a new store in its place. */
const ADVICE =
  "The other stores answer without it. Nothing can rebuild it: restore a copy, or move its file away to begin anew.";

/** Reads every row of every store of entries and says whether it checks out (DIA-03). */
export async function checkStores(
  parts: Pick<CallParts, "entries">,
  summaries: readonly StoreSummary[],
): Promise<readonly DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const summary of summaries) findings.push(await checkStore(parts, summary));
  return findings;
}

async function checkStore(
  parts: Pick<CallParts, "entries">,
  { name, status, reason, counts }: StoreSummary,
): Promise<DoctorFinding> {
  const finding = { name: `store ${name}`, advice: "" };
  if (status === "empty") return { ...finding, status: "not_checked", detail: "nothing kept" };
  if (counts === "unknown") {
    return { ...finding, status: "failed", detail: `${status}: ${reason}`, advice: ADVICE };
  }
  const problems = await readProblems(parts, name);
  const [first] = problems;
  if (first !== undefined) {
    const more = problems.length === 1 ? "" : ` (and ${problems.length - 1} more)`;
    return { ...finding, status: "failed", detail: `${first}${more}`, advice: ADVICE };
  }
  const detail = `every checksum holds; ${describe(counts)}`;
  if (counts.unindexed === 0) return { ...finding, status: "ok", detail };
  return { ...finding, status: "warning", detail, advice: 'Run "exhibit refresh" to index them.' };
}

async function readProblems(
  parts: Pick<CallParts, "entries">,
  name: StoreName,
): Promise<readonly string[]> {
  try {
    const opened = await parts.entries.read(name);
    if (opened.status === "ok") return await opened.store.check();
    return opened.status === "empty" ? [] : [reasonOf(opened.error)];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [reasonOf(error)];
  }
}

function describe(counts: StoreCounts): string {
  const { changedAt, entries, quarantined, undated, unindexed } = counts;
  const numbers = `${entries} ${entries === 1 ? "entry" : "entries"}, ${undated} undated, ${quarantined} in quarantine`;
  return `${numbers}, ${unindexed} not indexed, last kept ${changedAt}`;
}
