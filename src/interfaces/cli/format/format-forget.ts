import type { ForgetResponse, ForgottenEntry } from "../../../model/forget-response.ts";
import type { View } from "../view.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatBytes, formatCount, formatTime } from "./quantity.ts";

/** Returns what was removed, or would be: references, kinds, times and sizes, and no word of any text. */
export function formatForget(response: ForgetResponse, view: View): string {
  const { entries } = response;
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(summarize(response), view),
    ...formatStores(response, view),
    ...formatKept(response, view),
    ...formatNotHeld(response, view),
    ...(entries.length === 0 ? [] : [""]),
    ...entries.flatMap((entry) => say(describe(entry), view, "  ")),
    ...formatNext(response, view),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function summarize(response: ForgetResponse): string {
  const { outcome, entryCount, textBytes, observationCount, bundleCount } = response;
  const isDone = outcome === "forgotten";
  if (isNothing(response)) {
    return isDone ? "Nothing was selected; the files were rewritten." : "Nothing is selected.";
  }
  const counted = [
    `${formatCount(entryCount, "entry", "entries")} (${formatBytes(textBytes)})`,
    ...(observationCount === 0 ? [] : [formatCount(observationCount, "observation")]),
    ...(bundleCount === 0 ? [] : [`the words of ${formatCount(bundleCount, "bundle")}`]),
  ].join(" and ");
  return isDone ? `Forgotten for good: ${counted}.` : `Would be forgotten: ${counted}.`;
}

function formatStores({ stores }: ForgetResponse, view: View): string[] {
  const counts = stores.filter(({ entryCount, tombstoneCount }) => entryCount + tombstoneCount > 0);
  return counts.flatMap(({ name, entryCount, tombstoneCount }) =>
    say(
      `${name}: ${formatCount(entryCount, "entry", "entries")}; ${formatCount(tombstoneCount, "reference")} in all stay forgotten`,
      view,
      "  ",
    ),
  );
}

function formatKept({ keptCount }: ForgetResponse, view: View): string[] {
  if (keptCount === 0) return [];
  const counted = formatCount(keptCount, "entry", "entries");
  return say(
    `${counted} beyond the retention are kept: a note, an observation or a bundle rests on them.`,
    view,
  );
}

function formatNotHeld({ notHeldCount }: ForgetResponse, view: View): string[] {
  if (notHeldCount === 0) return [];
  const counted = formatCount(notHeldCount, "reference");
  return say(`${counted} asked for: no store holds it, or it was forgotten before.`, view);
}

function describe({ artifact, kind, time, byteLength }: ForgottenEntry): string {
  const at = time.at === "unknown" ? "no date" : formatTime(time.at);
  return `${artifact} · ${kind} · ${at} · ${formatBytes(byteLength)}`;
}

function isNothing({ entryCount, observationCount, bundleCount }: ForgetResponse): boolean {
  return entryCount + observationCount + bundleCount === 0;
}

function formatNext(response: ForgetResponse, view: View): string[] {
  if (response.outcome === "forgotten" || isNothing(response)) return [];
  return [
    "",
    ...say("Nothing was removed. The same command with --yes removes it for good.", view),
  ];
}
