import { EngineError } from "../errors.ts";
import type { DoctorFinding } from "../model/doctor-response.ts";
import type { LedgerSizes } from "../model/status-response.ts";
import type { CallParts } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** Says what the ledger holds, or why nobody can say. Never refuses: what fails here takes no answer away. */
export async function summarizeLedger(parts: Pick<CallParts, "ledger">): Promise<LedgerSizes> {
  const nothing = { databaseBytes: 0, walBytes: 0 };
  try {
    const sizes = await parts.ledger.sizes();
    try {
      const bundles = await parts.ledger.count();
      return { status: bundles === 0 ? "empty" : "ok", reason: "", bundles, ...sizes };
    } catch (error) {
      return unreadable(error, sizes);
    }
  } catch (error) {
    return unreadable(error, nothing);
  }
}

function unreadable(
  error: unknown,
  sizes: Pick<LedgerSizes, "databaseBytes" | "walBytes">,
): LedgerSizes {
  if (!(error instanceof EngineError)) throw error;
  return { status: "failed", reason: reasonOf(error), bundles: "unknown", ...sizes };
}

/** Reads every bundle on record and says whether it checks out: checksums, sums of parts, candidates before decisions. */
export async function checkLedger(parts: Pick<CallParts, "ledger">): Promise<DoctorFinding> {
  const finding = { name: "ledger", advice: "" };
  const [problems, count] = await readProblems(parts);
  const [first] = problems;
  if (first === undefined) {
    if (count === 0) return { ...finding, status: "not_checked", detail: "no bundle recorded" };
    const bundles = `${count} ${count === 1 ? "bundle" : "bundles"}`;
    return { ...finding, status: "ok", detail: `${bundles}, every checksum and every sum holds` };
  }
  const more = problems.length === 1 ? "" : ` (and ${problems.length - 1} more)`;
  const advice =
    "Bundles are made without it. Nothing can rebuild it: restore a copy, or move ledger.db away to begin anew.";
  return { ...finding, status: "failed", detail: `${first}${more}`, advice };
}

async function readProblems(
  parts: Pick<CallParts, "ledger">,
): Promise<readonly [problems: readonly string[], count: number]> {
  try {
    return [await parts.ledger.check(), await parts.ledger.count()];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [[reasonOf(error)], 0];
  }
}
