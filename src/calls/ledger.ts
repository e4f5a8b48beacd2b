import type { LedgerOptions } from "../model/admission-calls.ts";
import type { LedgerLine, LedgerListResponse, LedgerSummary } from "../model/ledger-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { CALL_OPTIONS, type OptionNames, settleCall, settleLimit } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import type { CallParts } from "./session.ts";

const OPTIONS: OptionNames<LedgerOptions> = { ...CALL_OPTIONS, limit: true, before: true };

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000;

/**
 * Lists recorded bundles, newest first, one line for each task, with the worst of them named (LED-05). Refuses as the ledger does
 * when it cannot be read: here nothing else could answer.
 */
export async function ledger(
  parts: CallParts,
  options: LedgerOptions,
): Promise<LedgerListResponse> {
  const settings = settleCall(parts, { refresh: "off", ...options }, OPTIONS);
  const limit = settleLimit(options.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  const { before } = options;
  const lines = await parts.ledger.list({ limit, ...(before === undefined ? {} : { before }) });
  const bundleCount = await parts.ledger.count();
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const facts = { settings, standing, observations: [], asked: [] };
  return fitResponse<LedgerListResponse, LedgerLine>({
    capBytes: settings.capBytes,
    items: lines,
    gaps: [],
    build: (shown, gaps, budget) => ({
      schema: "exhibit.ledger/1",
      bundles: shown,
      bundleCount,
      summary: summarize(shown),
      gaps,
      ...composeSignals(parts, facts, []),
      budget,
    }),
  });
}

function summarize(lines: readonly LedgerLine[]): LedgerSummary {
  let worst: LedgerLine | "none" = "none";
  let [tokens, net] = [0, 0];
  for (const line of lines) {
    tokens += line.tokens;
    net += line.net;
    if (worst === "none" || line.net < worst.net) worst = line;
  }
  if (worst === "none") return { tokens, net, worst };
  return { tokens, net, worst: { id: worst.id, net: worst.net, tokens: worst.tokens } };
}
