import type {
  LedgerLine,
  LedgerListResponse,
  OutcomeResponse,
} from "../../../model/ledger-response.ts";
import type { View } from "../view.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatBytes, formatCount, formatNumber, formatTime } from "./quantity.ts";

/** Returns recorded bundles, newest first: one task each, and the worst of them named, so that no sum can hide it (LED-05). */
export function formatLedger(response: LedgerListResponse, view: View): string {
  const { bundles, bundleCount } = response;
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(bundleCount === 0 ? "No bundle is recorded here." : summarize(response), view),
    "",
    ...bundles.flatMap((line) => [...formatLine(line, view), ""]),
    ...formatTail(response, view),
  ].join("\n");
}

function summarize({ bundles, bundleCount, summary }: LedgerListResponse): string {
  const { net, tokens, worst } = summary;
  const listed = `${formatNumber(bundles.length)} of ${formatCount(bundleCount, "bundle")}, newest first`;
  const sum = `${formatCount(tokens, "token")} given, net ${formatNumber(net)} saved`;
  if (worst === "none") return `${listed}.`;
  return `${listed}: ${sum}. Worst: ${worst.id}, net ${formatNumber(worst.net)} with ${formatCount(worst.tokens, "token")}.`;
}

function formatLine(line: LedgerLine, view: View): string[] {
  const { id, at, task, policyVersion, candidates, admitted, sources } = line;
  const { used, helpful, outcome, bytes, tokens, net } = line;
  const claims = [
    `${formatNumber(candidates)} found`,
    `${formatNumber(admitted)} admitted of ${formatCount(sources, "source")}`,
    `used ${used}`,
    `helpful ${helpful}`,
    `outcome ${outcome}`,
  ].join(", ");
  const size = `${formatCount(tokens, "token")}, ${formatBytes(bytes)}, net ${formatNumber(net)}`;
  return [
    ...say(`${id} · ${formatTime(at)} · ${policyVersion}`, view).map(view.paint.strong),
    ...say(`  ${task}`, view, "  "),
    ...say(`  ${claims}; ${size}`, view, "  ").map(view.paint.faint),
  ];
}

/** Returns how a task ended, as it was recorded. */
export function formatOutcome(response: OutcomeResponse, view: View): string {
  const { at, bundle, note, outcome } = response.outcome;
  const why = note === "none" ? "" : ` (${note})`;
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(`Recorded: ${bundle} ended in ${outcome}${why}, ${formatTime(at)}.`, view),
    ...say("It says nothing about any one exhibit.", view).map(view.paint.faint),
    "",
    ...formatTail(response, view),
  ].join("\n");
}
