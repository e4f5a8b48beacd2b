import { createHash } from "node:crypto";
import type { EngineError } from "../errors.ts";
import { poolInvalid } from "../errors-of-admission.ts";
import type { BundleRecord } from "../model/ledger-record.ts";
import { sumParts } from "../model/sum-parts.ts";

/** Refuses (`pool_invalid`) a bundle whose records do not hang together, before anything of it is kept. */
export function refuseUnsound(record: BundleRecord): void {
  const [flaw] = findFlaws(record);
  if (flaw !== undefined) throw unrecordable(record.id, flaw);
}

/** Returns the refusal of a bundle that cannot be kept as it is. */
export function unrecordable(id: string, flaw: string): EngineError {
  return poolInvalid(`Bundle ${id} cannot be recorded`, flaw);
}

/**
 * Says what of a bundle contradicts itself: a byte that was emitted and is in no part (LED-08), a decision of what never was a
 * candidate (CAN-13), a decision that names another artifact than its candidate (CAN-14). Nothing when all is well.
 */
export function findFlaws(record: BundleRecord): readonly string[] {
  return [...checkSums(record), ...checkCandidates(record), ...checkDecisions(record)];
}

function* checkSums({
  parts,
  bytes,
  tokens,
  rendering,
  renderingSha256,
}: BundleRecord): Iterable<string> {
  const sum = sumParts(parts);
  if (sum.bytes !== bytes) yield `its parts have ${sum.bytes} bytes and the bundle ${bytes}`;
  if (sum.tokens !== tokens) yield `its parts have ${sum.tokens} tokens and the bundle ${tokens}`;
  if (rendering === "forgotten") return;
  const emitted = Buffer.byteLength(rendering);
  if (emitted !== bytes) yield `its rendering has ${emitted} bytes and the bundle states ${bytes}`;
  const sha256 = createHash("sha256").update(rendering).digest("hex");
  if (sha256 !== renderingSha256) yield "its rendering is not the one it has the hash of";
}

function* checkCandidates({ candidates }: BundleRecord): Iterable<string> {
  const seen = new Set<string>();
  for (const { id } of candidates) {
    if (seen.has(id)) yield `two candidates are called ${id}`;
    seen.add(id);
  }
}

function* checkDecisions({ candidates, decisions }: BundleRecord): Iterable<string> {
  const artifacts = new Map(candidates.map(({ id, artifact }) => [id, artifact]));
  let before = 0;
  for (const { step, candidate, artifact, follows } of decisions) {
    const known = artifacts.get(candidate);
    if (known === undefined) yield `decision ${step} is of ${candidate}, which is no candidate`;
    else if (known !== artifact) {
      yield `decision ${step} names ${artifact}, and its candidate ${candidate} is of ${known}`;
    }
    if (step <= before) yield `decision ${step} stands behind decision ${before}`;
    if (follows !== "none" && follows >= step) {
      yield `decision ${step} follows decision ${follows}, which was not made before it`;
    }
    before = step;
  }
}
