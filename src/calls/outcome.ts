import { redactSecrets } from "../analysis/secrets/redact.ts";
import { optionInvalid } from "../errors.ts";
import type { OutcomeOptions } from "../model/admission-calls.ts";
import type { OutcomeRecord } from "../model/ledger-record.ts";
import type { OutcomeResponse } from "../model/ledger-response.ts";
import { boundText } from "../pipeline/respond/bound-text.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import type { CallParts } from "./session.ts";

const OPTIONS: OptionNames<OutcomeOptions> = { ...CALL_OPTIONS, outcome: true, note: true };

/** A note says why; what it is about is kept where it happened. */
const MAX_NOTE_BYTES = 1_000;

/**
 * Records how a task ended, by whoever says so. It shows nothing about any one exhibit: neither use nor help follows from it
 * (ADM-05). Refuses with `bundle_unknown`, and as the ledger does.
 */
export async function outcome(
  parts: CallParts,
  bundle: string,
  options: OutcomeOptions,
): Promise<OutcomeResponse> {
  const settings = settleCall(parts, { refresh: "off", ...options }, OPTIONS);
  const { outcome: ended, note } = options;
  if (ended !== "success" && ended !== "failure") {
    throw optionInvalid("outcome", `must be success or failure; got ${JSON.stringify(ended)}`);
  }
  if (note !== undefined && boundText(note, MAX_NOTE_BYTES) !== note) {
    throw optionInvalid("note", `it is longer than ${MAX_NOTE_BYTES} bytes`);
  }
  const recorded: OutcomeRecord = {
    bundle,
    at: new Date(settings.nowMs).toISOString(),
    outcome: ended,
    note: note === undefined || note.trim() === "" ? "none" : redactSecrets(note).text,
  };
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const facts = { settings, standing, observations: [], asked: [] };
  // Made before it is recorded: what cannot be told is not done.
  const response = fitResponse<OutcomeResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: [],
    build: (_none, gaps, budget) => ({
      schema: "exhibit.outcome/1",
      outcome: recorded,
      gaps,
      ...composeSignals(parts, facts, []),
      budget,
    }),
  });
  await parts.ledger.recordOutcome(recorded);
  return response;
}
