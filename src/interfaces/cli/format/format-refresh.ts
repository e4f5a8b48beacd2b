import type { RefreshResponse } from "../../../model/refresh-response.ts";
import type { View } from "../view.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatBytes, formatCount, formatNumber } from "./quantity.ts";

/** Returns what a refresh found and did. It says nothing about the age of facts: a refresh cannot change that. */
export function formatRefresh(response: RefreshResponse, view: View): string {
  const changes = [
    `${formatNumber(response.added)} added`,
    `${formatNumber(response.changed)} changed`,
    `${formatNumber(response.removed)} removed`,
    `${formatNumber(response.unchanged)} unchanged`,
  ].join(", ");
  const holds = [
    formatCount(response.artifactCount, "text"),
    formatCount(response.passageCount, "passage"),
    formatBytes(response.sourceBytes),
  ].join(", ");
  const seconds = (response.elapsedMs / 1000).toFixed(response.elapsedMs < 10_000 ? 2 : 0);
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(`${changes}, in ${seconds} s.`, view),
    ...say(`The index holds ${holds}.`, view),
    ...(response.indexedEntries === 0
      ? []
      : say(
          `${formatCount(response.indexedEntries, "entry", "entries")} of stores became searchable.`,
          view,
        )),
    "",
    ...formatTail(response, view),
  ].join("\n");
}
