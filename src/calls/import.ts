import { redactSecrets } from "../analysis/secrets/redact.ts";
import { splitterVersion } from "../analysis/text/splitter-version.ts";
import type { ImportOptions } from "../model/engine.ts";
import { ORIENTATION } from "../model/envelope.ts";
import type { Gap } from "../model/gap.ts";
import type { ImportResponse, ImportTotals } from "../model/import-response.ts";
import {
  type ImportedAgent,
  type ImportParts,
  importTranscripts,
  type Listing,
  listTranscripts,
} from "../pipeline/import/import-transcripts.ts";
import { indexEntries } from "../pipeline/import/index-entries.ts";
import { createStoreKeeper } from "../pipeline/import/keep-entries.ts";
import { createPreviewKeeper } from "../pipeline/import/preview-entries.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import type { EntryGeneration, EntryStore } from "../ports/entry-store.ts";
import { assertOptions, CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { type ChosenSource, chooseSources, settleMaps, settleSince } from "./import-settings.ts";
import type { CallParts } from "./session.ts";
import { type AnswerWatch, createAnswerWatch, type WatchedAnswers } from "./watch-answers.ts";

const OPTIONS: OptionNames<ImportOptions> = {
  capBytes: true,
  dryRun: true,
  from: true,
  maps: true,
  onProgress: true,
  root: true,
  since: true,
};

/** A source with its list, made before a store is: where there is nothing to read, none is created. */
interface ListedSource extends ChosenSource {
  readonly listed: Listing;
}

/**
 * Imports what agents wrote down of their sessions in this project, and brings the index of the sessions up to date. Running it
 * again, at any time and in any order, gives the same entries.
 */
export async function importHistory(
  parts: CallParts,
  options: ImportOptions,
): Promise<ImportResponse> {
  assertOptions(options, OPTIONS);
  const { capBytes, dryRun = false } = options;
  const settings = settleCall(parts, capBytes === undefined ? {} : { capBytes }, CALL_OPTIONS);
  const sinceMs = settleSince(options.since);
  const maps = settleMaps(options.maps, parts.project.roots);
  const sources: ListedSource[] = [];
  for (const chosen of chooseSources(await parts.transcripts.readers(), options)) {
    sources.push({ ...chosen, listed: await listTranscripts(chosen.reader, chosen.root) });
  }
  const store = await openStore(parts, sources, dryRun);
  const watch = createAnswerWatch(parts);
  const work = importParts(parts, options, { store, sinceMs, maps, watch });
  const imported: ImportedAgent[] = [];
  for (const source of sources) {
    const agent = await importTranscripts(work, source);
    // An agent that nobody uses here is nothing to tell; one that was imported before and is gone is.
    if (source.isNamed || agent.isKnown || agent.report.status !== "missing") imported.push(agent);
  }
  const isWriting = store !== "none" && !dryRun;
  const indexed = isWriting ? await updateIndex(parts, options, store) : 0;
  const answers = isWriting ? await watch.settle(store) : { recorded: 0, gaps: [] };
  const generation = store === "none" ? "none" : await store.generation();
  return respond(parts, {
    ...{ settings, imported, indexed, generation, sinceMs, dryRun, answers },
  });
}

async function openStore(
  { entries }: CallParts,
  sources: readonly ListedSource[],
  dryRun: boolean,
): Promise<EntryStore | "none"> {
  const hasFiles = sources.some(({ listed }) => listed.status === "ok" && listed.files.length > 0);
  if (hasFiles && !dryRun) return entries.write("sessions");
  const opened = await entries.read("sessions");
  if (opened.status === "empty" || (opened.status === "missing" && !hasFiles)) return "none";
  if (opened.status !== "ok") throw opened.error;
  // Files that are gone are noted even where none is left.
  return dryRun ? opened.store : entries.write("sessions");
}

function importParts(
  parts: CallParts,
  { onProgress = () => undefined, dryRun = false }: ImportOptions,
  given: { readonly store: EntryStore | "none"; readonly watch: AnswerWatch } & Pick<
    ImportParts,
    "sinceMs"
  > &
    Pick<ImportParts["bounds"], "maps">,
): ImportParts {
  const { store, sinceMs, maps, watch } = given;
  return {
    store,
    keeper:
      store === "none" || dryRun
        ? createPreviewKeeper(store)
        : createStoreKeeper(store, parts.transcripts.wait),
    bounds: { roots: parts.project.roots, maps },
    sinceMs,
    bytes: parts.transcripts.bytes,
    redact: redactSecrets,
    ...(dryRun ? {} : { watch }),
    clock: parts.clock,
    onProgress,
  };
}

async function updateIndex(
  { clock, kit }: CallParts,
  { onProgress }: ImportOptions,
  store: EntryStore,
): Promise<number> {
  const startedAt = clock.now();
  const tell = (done: number): void =>
    onProgress?.({
      phase: "indexing",
      agent: "",
      filesDone: 0,
      filesTotal: 0,
      bytesDone: 0,
      bytesTotal: 0,
      entries: done,
      elapsedMs: clock.now() - startedAt,
    });
  // Everything is kept from here on.
  tell(0);
  const { entries } = await indexEntries({
    store,
    builder: kit.builder,
    textVersion: `${kit.builder.analyzerVersion}+${splitterVersion}`,
    onProgress: tell,
  });
  return entries;
}

/** What was done, for the response. */
interface Outcome {
  readonly settings: ReturnType<typeof settleCall>;
  readonly imported: readonly ImportedAgent[];
  readonly indexed: number;
  readonly generation: EntryGeneration | "none";
  readonly sinceMs: number | "none";
  readonly dryRun: boolean;
  readonly answers: WatchedAnswers;
}

async function respond(parts: CallParts, outcome: Outcome): Promise<ImportResponse> {
  const { settings, imported, indexed, generation, sinceMs, dryRun, answers } = outcome;
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const { freshness } = composeSignals(parts, { settings, standing, observations: [] }, []);
  const reports = imported.map(({ report }) => report);
  const unread = imported.flatMap(gapsOf);
  const reason = unread.length === 0 ? "" : `${countUnread(unread)} could not be read`;
  return fitResponse<ImportResponse, (typeof reports)[number]>({
    capBytes: settings.capBytes,
    items: reports,
    gaps: [...unread, ...answers.gaps],
    build: (agents, gaps, budget) => ({
      schema: "exhibit.import/1",
      dryRun,
      since: sinceMs === "none" ? "none" : new Date(sinceMs).toISOString(),
      agents,
      totals: sumUp(imported),
      indexed,
      uses: answers.recorded,
      entryCount: generation === "none" ? 0 : generation.entryCount,
      elapsedMs: parts.clock.now() - settings.nowMs,
      gaps,
      freshness,
      authority: ORIENTATION,
      completeness: {
        complete: reason === "",
        sources: [
          {
            name: "sessions",
            status: reason === "" ? "ok" : "skipped",
            hits: 0,
            newestObserved: generation === "none" ? "unknown" : generation.newestObservedAt,
            ...(reason === "" ? {} : { reason }),
          },
        ],
      },
      budget,
    }),
  });
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
function gapsOf({ report, unread }: ImportedAgent): readonly Gap[] {
  const { agent, broken, reason = "", root, status } = report;
  const gaps: Gap[] = unread.map(({ path, reason: detail }) => ({
    code: "file_unreadable",
    subject: path,
    detail,
    source: "sessions",
  }));
  if (status === "missing" || status === "failed" || (status === "partial" && gaps.length === 0)) {
    const detail = `${root}: ${reason}`;
    gaps.push({ code: "source_failed", subject: agent, detail, source: "sessions" });
  }
  const [first] = broken.places;
  if (first !== undefined) {
    const { path, line, problem: detail } = first;
    const subject = `${path}:${line}`;
    gaps.push({ code: "record_invalid", subject, detail, count: broken.count, source: "sessions" });
  }
  return gaps;
}

function countUnread(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { count = 1 }) => sum + count, 0);
}
