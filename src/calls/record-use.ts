import type { ArtifactRef } from "../model/artifact.ts";
import type { LedgerEntry, UseRecord } from "../model/ledger-record.ts";
import { detectUse } from "../pipeline/ledger/detect-use.ts";
import type { CallParts } from "./session.ts";

/** An answer whose use of bundles is to be found; secrets are taken out of it. */
export interface UsingAnswer {
  readonly text: string;
  readonly from: UseRecord["from"];
  /** The entry that it is kept as, where it is. */
  readonly ref?: ArtifactRef;
}

/** Finds what an answer used of one bundle; the others of the chain are only known to exist. */
export async function findUse(
  { clock }: Pick<CallParts, "clock">,
  { entry, chain }: { readonly entry: LedgerEntry; readonly chain: readonly LedgerEntry[] },
  { from, ref, text }: UsingAnswer,
): Promise<UseRecord> {
  const { record } = entry;
  const others = chain.map((other) => other.record).filter(({ id }) => id !== record.id);
  const at = new Date(clock.now()).toISOString();
  const use = await detectUse({ record, answer: text, at, from, chain: others });
  return ref === undefined ? use : { ...use, answer: ref };
}

/** Keeps a use, unless the same answer was looked at before; returns whether it was kept now. */
export async function keepUse(
  { ledger }: Pick<CallParts, "ledger">,
  entry: LedgerEntry,
  use: UseRecord,
): Promise<boolean> {
  const isKnown = entry.uses.some(
    ({ answerSha256, from }) => answerSha256 === use.answerSha256 && from === use.from,
  );
  if (!isKnown) await ledger.recordUse(use);
  return !isKnown;
}
