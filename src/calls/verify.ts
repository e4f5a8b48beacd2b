import { optionInvalid } from "../errors.ts";
import type { CallOptions, SavedCitation } from "../model/engine.ts";
import type { VerifyResponse } from "../model/verify-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { assertOptions, CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { type CheckedCitation, createCitationCheck } from "./check-citation.ts";
import { composeSignals } from "./compose-signals.ts";
import { standNamed } from "./describe-entry.ts";
import { listObservations } from "./list-observations.ts";
import type { CallParts } from "./session.ts";

const SAVED: OptionNames<SavedCitation> = { citation: true, excerptSha256: true, excerpt: true };

/**
 * Compares citations with the immutable version they name and, apart from that, with what the file holds now. One that
 * does not resolve is an outcome, not a refusal (REF-22, CIT-10).
 */
export async function verify(
  parts: CallParts,
  citations: readonly (string | SavedCitation)[],
  options: CallOptions,
): Promise<VerifyResponse> {
  const settings = settleCall(parts, options, CALL_OPTIONS);
  assertCitations(citations);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const check = createCitationCheck(parts, session, standing.gaps);
  const checked: CheckedCitation[] = [];
  for (const asked of citations) checked.push(await check(asked));
  const refs = checked.flatMap(({ artifact }) => (artifact === "unknown" ? [] : [artifact.ref]));
  const { observations, gaps: ledgerGaps } = await listObservations(parts, refs);
  const stores = await standNamed(
    parts,
    checked.map((item) => item.check.asked),
  );
  const facts = { settings, standing, observations, stores };
  return fitResponse<VerifyResponse, CheckedCitation>({
    capBytes: settings.capBytes,
    items: checked,
    gaps: [...session.gaps, ...ledgerGaps, ...summarizeGaps(standing.gaps)],
    build: (kept, gaps, budget) => {
      const shown = kept.flatMap(({ artifact }) => (artifact === "unknown" ? [] : [artifact]));
      return {
        schema: "exhibit.verify/1",
        checks: kept.map((item) => item.check),
        gaps,
        ...composeSignals(parts, facts, shown),
        budget,
      };
    },
  });
}

/** Programs hand over what they have: a hit or its `citation` is refused with what to do, not with a crash. */
function assertCitations(citations: readonly (string | SavedCitation)[]): void {
  const advice = "citationOf(hit) writes the citation of a hit";
  if (!Array.isArray(citations)) {
    throw optionInvalid("citations", `must be an array of citations; ${advice}`);
  }
  if (citations.length === 0)
    throw optionInvalid("citations", "give at least one citation to verify");
  citations.forEach((given: unknown, index) => {
    if (typeof given === "string") return;
    const name = `citations[${index}]`;
    if (!isSaved(given)) {
      throw optionInvalid(
        name,
        `must be text, or { citation, excerptSha256, excerpt? }; ${advice}`,
      );
    }
    assertOptions(given, SAVED);
  });
}

function isSaved(given: unknown): given is SavedCitation {
  if (typeof given !== "object" || given === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...given };
  const { citation, excerptSha256, excerpt = "" } = fields;
  return [citation, excerptSha256, excerpt].every((value) => typeof value === "string");
}
