import type { CitationCheck, VerifyResponse } from "../../../model/verify-response.ts";
import { holds } from "../holds.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatState } from "./format-place.ts";
import { formatCount, formatNumber } from "./quantity.ts";

const VERDICT_COLUMNS = 11;

/** Where in a file each citation was found, by its text: `answer.md:14`. Empty when they came as words. */
export type CitedAt = ReadonlyMap<string, readonly string[]>;

/** Returns one row a citation, its verdict first, with the reason under every one that does not hold. */
export function formatVerify(response: VerifyResponse, view: View, citedAt: CitedAt): string {
  const { checks } = response;
  const holding = checks.filter(holds).length;
  const unpinned = checks.filter(({ resolved }) => resolved === "unpinned").length;
  const bare =
    unpinned === 0
      ? ""
      : ` ${formatNumber(unpinned)} ${unpinned === 1 ? "names" : "name"} no version.`;
  const summary = `${holding} of ${formatCount(checks.length, "citation")} ${checks.length === 1 ? "holds" : "hold"}.${bare} A citation proves where text came from, not that it is right.`;
  return [
    ...formatSilentSources(response.completeness, view),
    ...checks.flatMap((check) => formatCheck(check, view, citedAt.get(check.asked) ?? [])),
    ...say(summary, view),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function formatCheck(check: CitationCheck, view: View, citedAt: readonly string[]): string[] {
  const verdict = verdictOf(check);
  const paint = holds(check) ? view.paint.good : view.paint.warning;
  const indent = " ".repeat(VERDICT_COLUMNS);
  const notes = [
    check.citation === "unknown" ? "" : formatState(check.citation),
    check.reason,
    citedAt.length === 0 ? "" : `cited at ${citedAt.join(", ")}`,
  ].filter((note, index, all) => note !== "" && all.indexOf(note) === index);
  return [
    `${paint(verdict.padEnd(VERDICT_COLUMNS))}${visibleText(check.asked)}`,
    ...notes.flatMap((note) => say(indent + note, view, indent)),
  ];
}

function verdictOf(check: CitationCheck): string {
  switch (check.resolved) {
    case "malformed":
    case "mismatch":
    case "unavailable":
    case "unpinned":
      return check.resolved;
    case "version_unknown":
      return "unknown";
    case "exact":
      return check.citation === "unknown" ? "unknown" : check.citation.state;
  }
}
