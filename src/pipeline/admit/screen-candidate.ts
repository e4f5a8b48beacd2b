import type { Candidate } from "../../model/candidate.ts";
import type { Reason } from "../../model/decision.ts";
import type { Pool } from "../../model/pool.ts";
import { GRANULARITIES, type Offer } from "../../model/representation.ts";
import type { Resident, ResidentExhibit } from "../../model/resident.ts";

/**
 * Returns why a candidate can be nothing to any policy, or `"none"`. Recovery comes first and is no matter of ranking or
 * admission (REF-19, REF-20); another project's text never enters, nor does one that names no project (SCO-08, SCO-09).
 */
export function unfitReason({ recovery, scope }: Candidate, { task }: Pool): Reason | "none" {
  if (recovery.status === "failed") return { code: "recovery_failed", detail: recovery.reason };
  return scope === task.scope && scope !== "" ? "none" : { code: "out_of_scope" };
}

/** Returns the exhibit in which the reader has a form already, or a richer one of it, in this version; else `"none"` (ADM-19). */
export function findResident(
  candidate: Candidate,
  offer: Offer,
  { exhibits }: Resident,
): ResidentExhibit | "none" {
  const found = exhibits.find(
    (exhibit) =>
      exhibit.artifact === candidate.artifact &&
      candidate.version.startsWith(exhibit.version) &&
      holds(exhibit, offer),
  );
  return found ?? "none";
}

/** Bytes of the source hold any part of themselves; what is described holds only what is described less richly. */
function holds({ representation, lines }: ResidentExhibit, offer: Offer): boolean {
  const isWhole = representation.granularity === "full";
  if (!isWhole && !covers(lines, offer.lines)) return false;
  if (representation.fidelity === "exact") return true;
  const isAsRich =
    GRANULARITIES.indexOf(representation.granularity) >= GRANULARITIES.indexOf(offer.granularity);
  return isAsRich && representation.fidelity === offer.fidelity;
}

function covers(outer: Offer["lines"], inner: Offer["lines"]): boolean {
  if (outer === "none" || inner === "none") return outer === inner;
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}
