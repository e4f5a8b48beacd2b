import { redactSecrets } from "../analysis/secrets/redact.ts";
import { observationInvalid } from "../errors.ts";
import type { NewObservation } from "../model/engine.ts";
import type { Observation } from "../model/observation.ts";
import type { ObserveResponse } from "../model/observe-response.ts";
import { boundText } from "../pipeline/respond/bound-text.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { assertOptions, CALL_OPTIONS, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { listObservations } from "./list-observations.ts";
import { resolveReference } from "./resolve-reference.ts";
import type { CallParts } from "./session.ts";

/** Evidence is a place to look, repeated in every response about the artifact. */
const MAX_EVIDENCE_BYTES = 400;

/** ISO 8601 with a time and an offset: a live check happened at a moment, not on a day. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Records that somebody checked an artifact's upstream live: the single writer of `live.verified` (FRE-10). */
export async function observe(
  parts: CallParts,
  reference: string,
  observation: NewObservation,
): Promise<ObserveResponse> {
  const settings = settleCall(parts, {}, CALL_OPTIONS);
  assertOptions(observation, { at: true, evidence: true, expires: true });
  const at = parseMoment("at", observation.at);
  const expires = parseMoment("expires", observation.expires);
  if (observation.evidence.trim() === "") throw observationInvalid("it names no evidence");
  if (boundText(observation.evidence, MAX_EVIDENCE_BYTES) !== observation.evidence) {
    throw observationInvalid(
      `its evidence is longer than ${MAX_EVIDENCE_BYTES} bytes; name where it is kept`,
    );
  }
  if (Date.parse(at) > settings.nowMs) throw observationInvalid(`"at" ${at} lies in the future`);
  if (expires <= at) throw observationInvalid(`it expires (${expires}) before it was made (${at})`);
  const session = await parts.openSession("auto");
  const standing = await session.keeper.stand("auto");
  const { artifact } = await resolveReference(parts, session, {
    text: reference,
    gaps: standing.gaps,
  });
  const recorded: Observation = {
    artifact: artifact.ref,
    version: artifact.version,
    at,
    // Every answer about the artifact repeats it.
    evidence: redactSecrets(observation.evidence).text,
    expires,
    recordedAt: new Date(settings.nowMs).toISOString(),
  };
  await parts.observations.append(recorded);
  const { observations, gaps: ledgerGaps } = await listObservations(parts, [artifact.ref]);
  const facts = { settings, standing, observations };
  return fitResponse<ObserveResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: [...session.gaps, ...ledgerGaps, ...summarizeGaps(standing.gaps)],
    build: (_none, gaps, budget) => ({
      schema: "exhibit.observe/1",
      observation: recorded,
      gaps,
      ...composeSignals(parts, facts, [artifact]),
      budget,
    }),
  });
}

function parseMoment(name: string, text: string): string {
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw observationInvalid(
      `"${name}" must be a moment such as 2026-10-01T09:00:00Z; got ${JSON.stringify(text)}`,
    );
  }
  return new Date(ms).toISOString();
}
