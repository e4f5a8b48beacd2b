import type { ImportResponse } from "../../src/index.ts";
import type { Entry, Locator } from "../../src/model/entry.ts";
import type { EntryStore, SessionSummary } from "../../src/ports/entry-store.ts";
import { openLocatorReader } from "../../src/sources/sessions/judge-locator.ts";

/** What is listed: the answer of an import, and the store it left. */
export interface ListedImport {
  readonly response: ImportResponse;
  readonly store: EntryStore;
  /** What stands for them in the listing, by absolute folder. */
  readonly folders: Readonly<Record<string, string>>;
}

/** Characters of a text that are listed; its end shows by the count behind it. */
const MAX_CHARS = 90;

/**
 * Returns what an import read and kept as lines for a person to review: the report, the gaps, and each session with its events in
 * file order, every place they stand at below them.
 */
export async function listImport({ response, store, folders }: ListedImport): Promise<string> {
  const scope = { quarantined: "shown" } as const;
  const { entries } = await store.list({ scope, order: "oldest", limit: 10_000 });
  const undated = await store.undated({ scope, limit: 10_000 });
  const all = [...entries, ...undated.entries].sort(compareEntries);
  const texts = await store.readTexts(all.map(({ version }) => version));
  const sessions = new Map((await store.sessions(scope)).map((one) => [keyOf(one), one]));
  const lines = [...reportLines(response), ""];
  let last = "";
  for (const [index, entry] of all.entries()) {
    const heading = headingOf(entry, sessions);
    if (heading !== last) lines.push(...(last === "" ? [] : [""]), heading);
    last = heading;
    lines.push(...(await entryLines(entry, textOf(texts[index]))));
  }
  const shorter = Object.entries(folders).reduce(
    (text, [folder, name]) => text.replaceAll(folder, name),
    lines.join("\n"),
  );
  return `${shorter}\n`;
}

function reportLines({ agents, gaps, entryCount }: ImportResponse): readonly string[] {
  return [
    ...agents.flatMap((agent) => [
      `${agent.agent}: ${agent.status}${agent.reason === undefined ? "" : `, ${agent.reason}`}`,
      `files: ${shown(agent.files)}`,
      `events: ${shown(agent.events)}; kept in all ${entryCount}`,
      `skipped: ${shown(agent.skipped)}`,
      `other projects: ${shown(agent.outside)}`,
      `quarantined ${agent.quarantined}, undated ${agent.undated}`,
      `unknown: ${shown(agent.unknownTypes)}`,
      ...agent.broken.places.map(({ path, line, problem }) => `broken: ${path}:${line} ${problem}`),
      `broken in all ${agent.broken.count}; torn: ${shown(agent.torn)}`,
      `sessions gone: ${agent.missingSessions.count} with ${agent.missingSessions.prompts} prompts`,
      ...agent.missingSessions.sessions.map(({ id, time }) => `  ${id} ${shownTime(time)}`),
      `redactions: ${shown(agent.redactions)}`,
    ]),
    ...gaps.map(({ code, subject, detail }) => `gap: ${code} ${subject}: ${detail}`),
  ];
}

function shown(counts: object): string {
  const told = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return told.length === 0 ? "none" : told.join(", ");
}

function headingOf({ session }: Entry, sessions: ReadonlyMap<string, SessionSummary>): string {
  if (session === "none") return "no session";
  const { agent, agentId, id, parentId } = session;
  const title = sessions.get(keyOf(session))?.title ?? "unknown";
  const parent = parentId === "none" ? "" : `, of ${parentId}`;
  const subagent = agentId === "none" ? "" : `, sub-agent ${agentId}`;
  return `session ${agent} ${id}${subagent}${parent}, called ${JSON.stringify(title)}`;
}

async function entryLines(entry: Entry, text: string): Promise<readonly string[]> {
  const { attribution, kind, marks, origin, path, redactions, role, time } = entry;
  const marked = marks.length === 0 ? "" : ` [${marks.join(" ")}]`;
  const tool = entry.toolName === "none" ? "" : ` ${entry.toolName}`;
  const toolUse = entry.toolUseId === "none" ? "" : ` (${entry.toolUseId})`;
  const facts = Object.entries(entry.facts).map(([name, value]) => `${name}=${value}`);
  const secrets = redactions.map(({ kind: secret, count }) => `${count} ${secret}`);
  return [
    `- ${shownTime(time)}, ${role} ${kind}${marked}, ${origin}${tool}${toolUse}`,
    `  ${shownText(text)}`,
    `  ${attribution}: ${entry.recordedIn}; ${path}, rank ${entry.rank}, ${entry.textKind}`,
    ...(facts.length === 0 ? [] : [`  ${facts.join(", ")}`]),
    ...(secrets.length === 0 ? [] : [`  taken out: ${secrets.join(", ")}`]),
    ...(await Promise.all(entry.locators.map(placeLine))),
  ];
}

function shownTime(time: Entry["time"]): string {
  if (time.at === "unknown") return "no time";
  return `${time.at} ${time.basis}, to the ${time.precision}, offset ${time.offset}`;
}

function shownText(text: string): string {
  if (text.length <= MAX_CHARS) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, MAX_CHARS))} and ${text.length - MAX_CHARS} more`;
}

async function placeLine(locator: Locator): Promise<string> {
  const { endByte, line, path, present, startByte } = locator;
  const judged = await openLocatorReader().judge(locator);
  const bytes = endByte === 0 ? "" : ` bytes ${startByte}-${endByte}`;
  return `  at ${path}:${line}${bytes}, ${judged}${present ? "" : ", file gone"}`;
}

function compareEntries(a: Entry, b: Entry): number {
  const [one, other] = [placeKey(a), placeKey(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a.seq - b.seq || (a.path < b.path ? -1 : 1);
}

function placeKey({ session }: Entry): string {
  return session === "none" ? "" : `${keyOf(session)} ${session.agentId}`;
}

function keyOf({ agent, id }: { readonly agent: string; readonly id: string }): string {
  return `${agent} ${id}`;
}

function textOf(text: Uint8Array | "missing" | "damaged" | undefined): string {
  if (text instanceof Uint8Array) return Buffer.from(text).toString();
  throw new Error(`a text is ${text}`);
}
