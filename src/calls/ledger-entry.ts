import { bundleUnknown } from "../errors-of-admission.ts";
import type { CallOptions } from "../model/call-options.ts";
import type { LedgerEntry } from "../model/ledger-record.ts";
import type { LedgerShowResponse } from "../model/ledger-response.ts";
import { sumParts } from "../model/sum-parts.ts";
import { groupSources } from "../pipeline/ledger/group-sources.ts";
import { readDimensions } from "../pipeline/ledger/read-dimensions.ts";
import { splitTokens } from "../pipeline/ledger/split-tokens.ts";
import { fitResponse, MAX_CAP_BYTES } from "../pipeline/respond/fit-response.ts";
import { CALL_OPTIONS, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import type { CallParts } from "./session.ts";

/**
 * Returns one bundle, whole: a record that lost parts would prove nothing, so there is no cap unless one is asked for, and one
 * that is too small is refused. Refuses with `bundle_unknown`.
 */
export async function ledgerEntry(
  parts: CallParts,
  bundle: string,
  options: CallOptions,
): Promise<LedgerShowResponse> {
  const settings = settleCall(
    parts,
    { refresh: "off", capBytes: MAX_CAP_BYTES, ...options },
    CALL_OPTIONS,
  );
  const entry = await readEntry(parts, bundle);
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const facts = { settings, standing, observations: [], asked: [] };
  const { exhibits, bytes, tokens } = entry.record;
  const sum = sumParts(entry.record.parts);
  const split = splitTokens(exhibits, "none");
  const dimensions = readDimensions(entry, { split, previous: await previousOf(parts, entry) });
  return fitResponse<LedgerShowResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: [],
    build: (_none, gaps, budget) => ({
      schema: "exhibit.ledger-entry/1",
      entry,
      sources: groupSources(exhibits),
      split,
      dimensions,
      sum: {
        holds: sum.bytes === bytes && sum.tokens === tokens,
        partBytes: sum.bytes,
        bytes,
        partTokens: sum.tokens,
        tokens,
      },
      gaps,
      ...composeSignals(parts, facts, []),
      budget,
    }),
  });
}

/** The bundle that this one goes on from, where it is on record. */
async function previousOf(
  { ledger }: Pick<CallParts, "ledger">,
  { record: { previous } }: LedgerEntry,
): Promise<LedgerEntry["record"] | "none"> {
  const entry = previous === "none" ? "unknown" : await ledger.read(previous);
  return entry === "unknown" ? "none" : entry.record;
}

/** Returns a recorded bundle, or refuses with what there is instead. */
export async function readEntry(
  parts: Pick<CallParts, "ledger">,
  bundle: string,
): Promise<LedgerEntry> {
  const entry = await parts.ledger.read(bundle);
  if (entry !== "unknown") return entry;
  const newest = await parts.ledger.newest();
  throw bundleUnknown(bundle, newest === "none" ? "It holds none." : `The newest is ${newest}.`);
}
