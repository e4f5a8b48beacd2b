import { poolInvalid } from "../../errors-of-admission.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Pool } from "../../model/pool.ts";
import { GRANULARITIES, type Offer } from "../../model/representation.ts";
import type { Resident } from "../../model/resident.ts";
import { copyKnown } from "./copy-known.ts";
import { POOL_FIELDS, RESIDENT_FIELDS } from "./known-fields.ts";

/** Copies that were made here: freezing one again returns it as it is. */
const made: WeakSet<object> = new WeakSet();

/**
 * Returns a deeply frozen copy of a pool, in canonical order: candidates by their ids, `c2` before `c10`, and offers from the
 * least to the richest. It holds the fields of `Pool` and no other, so that a judgement of what is required, handed over with a
 * candidate, never reaches a policy (CAN-16). Refuses with `pool_invalid` two candidates of one id and fields of a wrong kind.
 */
export function freezePool(pool: Pool): Pool {
  if (made.has(pool)) return pool;
  const copied = copyKnown(pool, POOL_FIELDS, "pool");
  const candidates = copied.candidates.map(orderOffers).sort(byId);
  candidates.forEach(({ id }, place) => {
    if (candidates[place + 1]?.id === id) throw poolInvalid("pool", `two candidates are ${id}`);
  });
  const generators = [...copied.generators].sort(
    (left, right) =>
      compareText(left.generator, right.generator) || compareText(left.source, right.source),
  );
  const frozen = Object.freeze({
    ...copied,
    generators: Object.freeze(generators),
    candidates: Object.freeze(candidates),
  });
  made.add(frozen);
  return frozen;
}

/** Returns a deeply frozen copy of what the reader has, with the fields of `Resident` and no other. */
export function freezeResident(resident: Resident): Resident {
  if (made.has(resident)) return resident;
  const frozen = copyKnown(resident, RESIDENT_FIELDS, "resident");
  made.add(frozen);
  return frozen;
}

function orderOffers(candidate: Candidate): Candidate {
  const offers = [...candidate.offers].sort(
    (left, right) => richness(left) - richness(right) || compareText(left.fidelity, right.fidelity),
  );
  return Object.freeze({ ...candidate, offers: Object.freeze(offers) });
}

function richness({ granularity }: Offer): number {
  return GRANULARITIES.indexOf(granularity);
}

function byId(left: Candidate, right: Candidate): number {
  return numberIn(left.id) - numberIn(right.id) || compareText(left.id, right.id);
}

/** An id of another form than `c1` stands behind those that have it. */
function numberIn(id: string): number {
  const match = /^c(\d{1,9})$/.exec(id);
  return match === null ? Number.MAX_SAFE_INTEGER : Number(match[1]);
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
