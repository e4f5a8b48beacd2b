import type { AgentImport, ImportResponse } from "../../../model/import-response.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatTail, say } from "./format-envelope.ts";
import { formatBytes, formatCount, formatNumber, formatTime } from "./quantity.ts";

/** Returns what an import kept and left out, agent by agent, and why. */
export function formatImport(response: ImportResponse, view: View): string {
  const { agents, budget, dryRun, totals, uses } = response;
  const read = `${formatCount(totals.filesRead, "file")} (${formatBytes(totals.bytesRead)}) in ${formatSeconds(response.elapsedMs)}`;
  const kept = `Events: ${formatEvents(totals)}; read: ${read}.`;
  const since =
    response.since === "none" ? "" : ` Records before ${formatTime(response.since)} were left out.`;
  return [
    ...say(
      dryRun ? `Nothing was written; an import would keep this. ${kept}${since}` : kept + since,
      view,
    ),
    ...(agents.length === 0
      ? say("No agent keeps a history or notes where they were looked for.", view)
      : []),
    ...agents.flatMap((agent) => ["", ...formatAgent(agent, view)]),
    ...(budget.dropped === 0
      ? []
      : ["", ...say(`${formatCount(budget.dropped, "more agent")}; --cap shows them.`, view)]),
    "",
    ...say(`${formatStores(response)}; ${entryWords(response.indexed)} indexed now.`, view),
    ...(uses === 0
      ? []
      : say(`${formatCount(uses, "answer")} looked at for what it used of its bundle.`, view)),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function formatAgent(agent: AgentImport, view: View): string[] {
  const { files, root, status, reason = "" } = agent;
  const head = `${agent.agent}  ${view.paint.faint(visibleText(view.showPath(root)))}`;
  if (status === "missing" || status === "failed") {
    const what = status === "missing" ? "There is no such folder" : "The folder cannot be listed";
    return [head, ...say(`  ${what}: ${reason}.`, view, "  ")];
  }
  const told = [
    ["files", describe(files)],
    ["events", formatEvents(agent.events)],
    ...leftOut(agent),
    ...doubts(agent),
  ].filter(([, value]) => value !== "");
  return [head, ...told.flatMap(([label, value]) => say(`  ${label}: ${value}`, view, "    "))];
}

/** A label and what stands behind it; nothing behind it, and the line is left out. */
type Line = readonly [label: string, value: string];

function describe({ failed, listed, read, unchanged }: AgentImport["files"]): string {
  const parts = countWords({ read, unchanged, "could not be read": failed });
  return parts === "" ? formatNumber(listed) : parts;
}

function formatEvents(events: {
  readonly new: number;
  readonly seen: number;
  readonly changed: number;
}): string {
  const { changed, seen } = events;
  const more = countWords({ "seen before": seen, changed });
  return `${formatNumber(events.new)} new${more === "" ? "" : `, ${more}`}`;
}

/** What was left out, by rule. */
function leftOut({ events, outside, redactions, skipped, unknownTypes }: AgentImport): Line[] {
  const others =
    outside.events === 0
      ? ""
      : `${formatNumber(outside.events)} (${formatCount(outside.folders, "folder")})`;
  return [
    ["left out, of other projects", others],
    ["left out, by kind", countWords(skipped)],
    ["left out, forgotten on request", ifAny(events.forgotten)],
    ["record types this version does not know", countWords(unknownTypes)],
    ["secrets taken out", countWords(redactions)],
  ];
}

/** What a reader of these events should know. */
function doubts(agent: AgentImport): Line[] {
  const { broken, files, missingSessions, quarantined, torn, undated } = agent;
  const [place] = broken.places;
  const first =
    place === undefined ? "" : `, the first at ${place.path}:${place.line} (${place.problem})`;
  const { count, kept } = missingSessions;
  return [
    ["of no known project, hidden until asked for", ifAny(quarantined)],
    ["state no time, listed apart", ifAny(undated)],
    ["cannot be read", broken.count === 0 ? "" : formatNumber(broken.count) + first],
    [
      "unfinished last lines, left for the next import",
      torn.files === 0 ? "" : `${formatNumber(torn.files)} (${formatBytes(torn.bytes)})`,
    ],
    ["files deleted since they were read, their entries stay", ifAny(files.gone)],
    [
      "sessions whose transcript its agent deleted",
      count === 0 ? "" : `${formatNumber(count)}, of which ${formatNumber(kept)} imported before`,
    ],
  ];
}

function ifAny(count: number): string {
  return count === 0 ? "" : formatNumber(count);
}

function countWords(by: Readonly<Record<string, number>>): string {
  return Object.entries(by)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatNumber(count)} ${name.replaceAll("_", " ")}`)
    .join(", ");
}

/** Of each store that was imported into. */
function formatStores({ completeness, entryCount, memoryEntryCount }: ImportResponse): string {
  const asked = completeness.sources.map(({ name }) => name);
  const sessions = `The sessions hold ${entryWords(entryCount)}`;
  if (!asked.includes("memory")) return sessions;
  const memory = `he memory holds ${entryWords(memoryEntryCount)}`;
  return asked.includes("sessions") ? `${sessions}, t${memory}` : `T${memory}`;
}

function entryWords(count: number): string {
  return formatCount(count, "entry", "entries");
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`;
}
