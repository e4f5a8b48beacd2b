import { EngineError, type ErrorCode } from "../errors.ts";
import type { ArtifactRef } from "../model/artifact.ts";
import type { Gap } from "../model/gap.ts";
import type { Observation } from "../model/observation.ts";
import type { CallParts } from "./session.ts";

/** The live checks an answer may rest on, and why they may not be all. */
export interface ListedObservations {
  readonly observations: readonly Observation[];
  readonly gaps: readonly Gap[];
}

/** How a ledger can fail to be read. Anything else is a bug. */
const UNREADABLE: ReadonlyMap<ErrorCode, string> = new Map([
  ["data_folder_unusable", "it cannot be read"],
  ["store_busy", "another process has locked it"],
  ["store_corrupt", "it is damaged"],
  ["store_newer", "a newer exhibit wrote it"],
  ["store_readonly", "it cannot be opened"],
]);

/**
 * Lists the live checks of these artifacts. A ledger that cannot be read takes no answer away: nothing then counts as
 * verified live, and a gap says why (FRE-04).
 */
export async function listObservations(
  parts: Pick<CallParts, "observations">,
  artifacts: readonly ArtifactRef[],
): Promise<ListedObservations> {
  try {
    return { observations: await parts.observations.list(artifacts), gaps: [] };
  } catch (error) {
    const reason = reasonUnreadable(error);
    if (reason === "other") throw error;
    const detail = `${reason}; no live check counts until it can be read`;
    return { observations: [], gaps: [{ code: "source_failed", subject: "ledger.db", detail }] };
  }
}

/** Says in a few words why a ledger could not be read, or `"other"` for an error that says nothing about the ledger. */
export function reasonUnreadable(error: unknown): string | "other" {
  return error instanceof EngineError ? (UNREADABLE.get(error.code) ?? "other") : "other";
}
