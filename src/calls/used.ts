import { redactSecrets } from "../analysis/secrets/redact.ts";
import { optionInvalid } from "../errors.ts";
import type { CallOptions } from "../model/call-options.ts";
import type { UseRecord } from "../model/ledger-record.ts";
import type { UsedResponse } from "../model/ledger-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { CALL_OPTIONS, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { findUse, keepUse } from "./record-use.ts";
import { readRelated } from "./related-bundles.ts";
import type { CallParts } from "./session.ts";

/**
 * Finds which exhibits of a bundle an answer cites or quotes, and records it; the same for the bundles that this one goes on from,
 * which the reader had as well. The same answer is recorded once. Nothing about help follows from it (ADM-05). Refuses with
 * `bundle_unknown`, and as the ledger does.
 */
export async function used(
  parts: CallParts,
  bundle: string,
  answer: string,
  options: CallOptions,
): Promise<UsedResponse> {
  const settings = settleCall(parts, { refresh: "off", ...options }, CALL_OPTIONS);
  if (typeof answer !== "string" || answer.trim() === "") {
    throw optionInvalid("answer", "it is empty; give the text that was written from the bundle");
  }
  const { after, before, entry } = await readRelated(parts, bundle);
  const chain = [...before, entry, ...after];
  const text = redactSecrets(answer).text;
  const uses: UseRecord[] = [];
  for (const one of [entry, ...[...before].reverse()]) {
    const use = await findUse(parts, { entry: one, chain }, { text, from: "file" });
    await keepUse(parts, one, use);
    uses.push(use);
  }
  const [use, ...earlier] = uses;
  if (use === undefined) throw new TypeError("a bundle without itself");
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const facts = { settings, standing, observations: [], asked: [] };
  return fitResponse<UsedResponse, Found>({
    capBytes: settings.capBytes,
    items: listFound(use),
    gaps: [],
    build: (shown, gaps, budget) => ({
      schema: "exhibit.used/1",
      use: withOnly(use, shown),
      earlier: earlier.map((one) => ({
        bundle: one.bundle,
        used: [...new Set(one.used.map(({ label }) => label))],
        unused: one.unused,
      })),
      gaps,
      ...composeSignals(parts, facts, []),
      budget,
    }),
  });
}

/** One thing that was found in the answer. */
type Found = UseRecord["used"][number] | UseRecord["uncitedSentences"][number];

/** The most telling first: each label once, what does not exist, what is not cited, and more places of the same. */
function listFound(use: UseRecord): readonly Found[] {
  const labels = new Set<string>();
  const first = use.used.filter(({ label }) => !labels.has(label) && labels.add(label));
  const more = use.used.filter((evidence) => !first.includes(evidence));
  return [...first, ...use.unknownCitations, ...use.uncitedSentences, ...more];
}

function withOnly(use: UseRecord, shown: readonly Found[]): UseRecord {
  const kept = new Set(shown);
  return {
    ...use,
    used: use.used.filter((one) => kept.has(one)),
    unknownCitations: use.unknownCitations.filter((one) => kept.has(one)),
    uncitedSentences: use.uncitedSentences.filter((one) => kept.has(one)),
  };
}
