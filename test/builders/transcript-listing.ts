import { createHash } from "node:crypto";
import type { ImportResponse } from "../../src/index.ts";
import type { Entry, Locator } from "../../src/model/entry.ts";
import { isKnown } from "../../src/model/instant.ts";
import type { EntryStore, SessionSummary } from "../../src/ports/entry-store.ts";
import { openLocatorReader } from "../../src/sources/sessions/judge-locator.ts";

/** What is listed: the answer of an import, and the store it left. */
export interface ListedImport {
  readonly response: ImportResponse;
  readonly store: EntryStore;
  /** What stands for them in the listing, by absolute folder. */
  readonly folders: Readonly<Record<string, string>>;
  /** False: names and texts are told apart by hashes, so that nothing of another collection's words is kept here. */
  readonly hasWords: boolean;
}

/** Shows a name or a text. */
type Show = (text: string) => string;

/** Characters of a text that are listed; its end shows by the count behind it. */
const MAX_CHARS = 90;

/**
 * Returns what an import read and kept as lines for a person to review: the report, the gaps, and each session with its events in
 * file order, every place they stand at below them.
 */
export async function listImport(listed: ListedImport): Promise<string> {
  const { response, store, folders, hasWords } = listed;
  const shorten: Show = (text) =>
    Object.entries(folders).reduce((all, [folder, name]) => all.replaceAll(folder, name), text);
  const show: Show = hasWords ? shorten : (text) => hashOf(shorten(text));
  const scope = { quarantined: "shown" } as const;
  const { entries } = await store.list({ scope, order: "oldest", limit: 10_000 });
  const undated = await store.undated({ scope, limit: 10_000 });
  const all = [...entries, ...undated.entries].sort(compareEntries);
  const texts = await store.readTexts(all.map(({ version }) => version));
  const sessions = new Map((await store.sessions(scope)).map((one) => [keyOf(one), one]));
  const lines = [...reportLines(response, show), ""];
  let last = "";
  for (const [index, entry] of all.entries()) {
    const heading = headingOf(entry, sessions, show);
    if (heading !== last) lines.push(...(last === "" ? [] : [""]), heading);
    last = heading;
    lines.push(...(await entryLines(entry, textOf(texts[index]), show)));
  }
  return `${lines.join("\n")}\n`;
}

function reportLines({ agents, gaps, entryCount }: ImportResponse, show: Show): readonly string[] {
  return [
    ...agents.flatMap((agent) => [
      `${agent.agent}: ${agent.status}${agent.reason === undefined ? "" : `, ${show(agent.reason)}`}`,
      `files: ${shown(agent.files)}`,
      `events: ${shown(agent.events)}; kept in all ${entryCount}`,
      `skipped: ${shown(agent.skipped)}`,
      `other projects: ${shown(agent.outside)}`,
      `quarantined ${agent.quarantined}, undated ${agent.undated}`,
      `unknown: ${shown(agent.unknownTypes)}`,
      ...agent.broken.places.map(
        ({ path, line, problem }) => `broken: ${show(path)}:${line} ${problem}`,
      ),
      `broken in all ${agent.broken.count}; torn: ${shown(agent.torn)}`,
      `sessions gone: ${agent.missingSessions.count} with ${agent.missingSessions.prompts} prompts`,
      ...agent.missingSessions.sessions.map(({ id, time }) => `  ${show(id)} ${shownTime(time)}`),
      `redactions: ${shown(agent.redactions)}`,
    ]),
    ...gaps.map(
      ({ code, subject, detail }) => `gap: ${code} ${show(subject ?? "")}: ${show(detail ?? "")}`,
    ),
  ];
}

function shown(counts: object): string {
  const told = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return told.length === 0 ? "none" : told.join(", ");
}

function headingOf(
  { session }: Entry,
  sessions: ReadonlyMap<string, SessionSummary>,
  show: Show,
): string {
  if (session === "none") return "no session";
  const { agent, agentId, id, parentId } = session;
  const title = sessions.get(keyOf(session))?.title ?? "unknown";
  const parent = parentId === "none" ? "" : `, of ${show(parentId)}`;
  const subagent = agentId === "none" ? "" : `, sub-agent ${show(agentId)}`;
  const called = title === "unknown" ? "no title" : `called ${show(title)}`;
  return `session ${agent} ${show(id)}${subagent}${parent}, ${called}`;
}

async function entryLines(entry: Entry, text: string, show: Show): Promise<readonly string[]> {
  const { attribution, kind, marks, origin, path, redactions, role, time } = entry;
  const marked = marks.length === 0 ? "" : ` [${marks.join(" ")}]`;
  const tool = entry.toolName === "none" ? "" : ` ${show(entry.toolName)}`;
  const toolUse = entry.toolUseId === "none" ? "" : ` (${show(entry.toolUseId)})`;
  const facts = Object.entries(entry.facts).map(([name, value]) => `${name}=${show(value)}`);
  const secrets = redactions.map(({ kind: secret, count }) => `${count} ${secret}`);
  return [
    `- ${shownTime(time)}, ${role} ${kind}${marked}, ${origin}${tool}${toolUse}`,
    `  ${shownText(text, show)}`,
    `  ${attribution}: ${show(entry.recordedIn)}; ${path}, rank ${entry.rank}, ${entry.textKind}`,
    ...(facts.length === 0 ? [] : [`  ${facts.join(", ")}`]),
    ...(secrets.length === 0 ? [] : [`  taken out: ${secrets.join(", ")}`]),
    ...(await Promise.all(entry.locators.map((locator) => placeLine(locator, show)))),
  ];
}

function shownTime(time: Entry["time"]): string {
  if (!isKnown(time)) return "no time";
  return `${time.at} ${time.basis}, to the ${time.precision}, offset ${time.offset}`;
}

function shownText(text: string, show: Show): string {
  const more = text.length > MAX_CHARS ? ` and ${text.length - MAX_CHARS} more` : "";
  return `${show(spellOut(text.slice(0, MAX_CHARS)))}${more}`;
}

/** What shows nothing by itself, or turns the line around, is written as JSON can. */
function spellOut(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cf}\ufffd]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

async function placeLine(locator: Locator, show: Show): Promise<string> {
  const { endByte, line, path, present, startByte } = locator;
  const judged = await openLocatorReader().judge(locator);
  const bytes = endByte === 0 ? "" : ` bytes ${startByte}-${endByte}`;
  return `  at ${show(path)}:${line}${bytes}, ${judged}${present ? "" : ", file gone"}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
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
