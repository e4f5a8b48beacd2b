import type { WhyOptions } from "../model/admission-calls.ts";
import type { WhyResponse } from "../model/ledger-response.ts";
import { classifyFailure } from "../pipeline/ledger/classify-failure.ts";
import { countWandering } from "../pipeline/ledger/disclosure-failures.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { lookUpNeed } from "./need-facts.ts";
import { parseNeed } from "./parse-need.ts";
import { readRelated } from "./related-bundles.ts";
import type { CallParts } from "./session.ts";

const OPTIONS: OptionNames<WhyOptions> = { ...CALL_OPTIONS, needed: true };

/**
 * Says which stage failed for something that a task needed, with the records that prove it (FAI-07). That it was needed is what the
 * caller says. Refuses with `bundle_unknown` and `citation_malformed`, and as the ledger does.
 */
export async function why(
  parts: CallParts,
  bundle: string,
  options: WhyOptions,
): Promise<WhyResponse> {
  const settings = settleCall(parts, options, OPTIONS);
  const need = parseNeed(parts, options.needed);
  const { after, before, entry } = await readRelated(parts, bundle);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const { query } = entry.record.task;
  const found = await lookUpNeed(parts, session, { need, query });
  const failure = classifyFailure(entry, need, { ...found, chain: [...before, ...after] });
  const wandering = countWandering(
    [...before, entry, ...after].map(({ record }) => record),
    need,
  );
  const facts = { settings, standing, observations: [] };
  return fitResponse<WhyResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: [...session.gaps, ...summarizeGaps(standing.gaps)],
    build: (_none, gaps, budget) => ({
      schema: "exhibit.why/1",
      bundle: entry.record.id,
      failure,
      wandering,
      gaps,
      ...composeSignals(parts, facts, []),
      budget,
    }),
  });
}
