import type { ImportOptions } from "../model/engine.ts";
import { type Completeness, ORIENTATION } from "../model/envelope.ts";
import type { Gap } from "../model/gap.ts";
import type { ImportResponse, ImportTotals } from "../model/import-response.ts";
import type { ImportedAgent } from "../pipeline/import/import-transcripts.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { assertOptions, CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { importMemory } from "./import-notes.ts";
import { importSessions } from "./import-sessions.ts";
import { chooseSources, NOTES, settleMaps, settleSince } from "./import-settings.ts";
import type { ImportRules, StoreImport } from "./import-store.ts";
import type { CallParts } from "./session.ts";

const OPTIONS: OptionNames<ImportOptions> = {
  capBytes: true,
  dryRun: true,
  from: true,
  maps: true,
  onProgress: true,
  root: true,
  since: true,
};

/**
 * Imports what agents wrote down of their sessions in this project, and the notes that stand in files, and brings the indexes up
 * to date. Running it again, at any time and in any order, gives the same entries.
 */
export async function importHistory(
  parts: CallParts,
  options: ImportOptions,
): Promise<ImportResponse> {
  assertOptions(options, OPTIONS);
  const { capBytes, dryRun = false, from } = options;
  const settings = settleCall(parts, capBytes === undefined ? {} : { capBytes }, CALL_OPTIONS);
  const sinceMs = settleSince(options.since);
  const maps = settleMaps(options.maps, parts.project.roots);
  const rules: ImportRules = { options, dryRun, sinceMs, maps };
  const chosen = chooseSources(await parts.transcripts.readers(), options);
  const stores: StoreImport[] = [];
  if (from !== NOTES) stores.push(await importSessions(parts, rules, chosen));
  if (from === undefined || from === NOTES) stores.push(await importMemory(parts, rules));
  return respond(parts, { settings, stores, rules });
}

/** What was done, for the response. */
interface Outcome {
  readonly settings: ReturnType<typeof settleCall>;
  readonly stores: readonly StoreImport[];
  readonly rules: ImportRules;
}

async function respond(parts: CallParts, outcome: Outcome): Promise<ImportResponse> {
  const { rules, settings, stores } = outcome;
  const { dryRun, sinceMs } = rules;
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const { freshness } = composeSignals(parts, { settings, standing, observations: [] }, []);
  const imported = stores.flatMap((store) => store.imported);
  const reports = imported.map(({ report }) => report);
  const unread = stores.flatMap(unreadOf);
  return fitResponse<ImportResponse, (typeof reports)[number]>({
    capBytes: settings.capBytes,
    items: reports,
    gaps: [...unread, ...stores.flatMap(({ answers }) => answers.gaps)],
    build: (agents, gaps, budget) => ({
      schema: "exhibit.import/1",
      dryRun,
      since: sinceMs === "none" ? "none" : new Date(sinceMs).toISOString(),
      agents,
      totals: sumUp(imported),
      indexed: stores.reduce((sum, { indexed }) => sum + indexed, 0),
      uses: stores.reduce((sum, { answers }) => sum + answers.recorded, 0),
      entryCount: entriesIn(stores, "sessions"),
      memoryEntryCount: entriesIn(stores, "memory"),
      elapsedMs: parts.clock.now() - settings.nowMs,
      gaps,
      freshness,
      authority: ORIENTATION,
      completeness: {
        complete: unread.length === 0,
        sources: stores.map(statusOf),
      },
      budget,
    }),
  });
}

function entriesIn(stores: readonly StoreImport[], name: StoreImport["name"]): number {
  const generation = stores.find((store) => store.name === name)?.generation ?? "none";
  return generation === "none" ? 0 : generation.entryCount;
}

function statusOf(store: StoreImport): Completeness["sources"][number] {
  const { generation, name } = store;
  const unread = countUnread(unreadOf(store));
  return {
    name,
    status: unread === 0 ? "ok" : "skipped",
    hits: 0,
    newestObserved: generation === "none" ? "unknown" : generation.newestObservedAt,
    ...(unread === 0 ? {} : { reason: `${unread} could not be read` }),
  };
}

function unreadOf({ imported, name }: StoreImport): readonly Gap[] {
  return imported.flatMap((agent) => gapsOf(agent, name));
}

function sumUp(imported: readonly ImportedAgent[]): ImportTotals {
  const sum = (pick: (report: ImportedAgent["report"]) => number): number =>
    imported.reduce((total, { report }) => total + pick(report), 0);
  return {
    filesRead: sum(({ files }) => files.read),
    new: sum(({ events }) => events.new),
    seen: sum(({ events }) => events.seen),
    changed: sum(({ events }) => events.changed),
    outside: sum(({ outside }) => outside.events),
    quarantined: sum(({ quarantined }) => quarantined),
    bytesRead: sum(({ bytesRead }) => bytesRead),
  };
}

/** What of an agent's history could not be read, each with its place. */
function gapsOf({ report, unread }: ImportedAgent, source: StoreImport["name"]): readonly Gap[] {
  const { agent, broken, reason = "", root, status } = report;
  const gaps: Gap[] = unread.map(({ path, reason: detail }) => ({
    code: "file_unreadable",
    subject: path,
    detail,
    source,
  }));
  if (status === "missing" || status === "failed" || (status === "partial" && gaps.length === 0)) {
    const detail = `${root}: ${reason}`;
    gaps.push({ code: "source_failed", subject: agent, detail, source });
  }
  const [first] = broken.places;
  if (first !== undefined) {
    const { path, line, problem: detail } = first;
    const subject = `${path}:${line}`;
    gaps.push({ code: "record_invalid", subject, detail, count: broken.count, source });
  }
  return gaps;
}

function countUnread(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { count = 1 }) => sum + count, 0);
}
