import {
  type ImportedAgent,
  importTranscripts,
  type Listing,
  listTranscripts,
} from "../pipeline/import/import-transcripts.ts";
import type { ChosenSource } from "./import-settings.ts";
import {
  finishImport,
  type ImportRules,
  importPartsOf,
  openImportStore,
  type StoreImport,
} from "./import-store.ts";
import type { CallParts } from "./session.ts";
import { createAnswerWatch } from "./watch-answers.ts";

/** A source with its list, made before a store is: where there is nothing to read, none is created. */
interface ListedSource extends ChosenSource {
  readonly listed: Listing;
}

/** Imports the histories of agents into the sessions. */
export async function importSessions(
  parts: CallParts,
  rules: ImportRules,
  chosen: readonly ChosenSource[],
): Promise<StoreImport> {
  const sources: ListedSource[] = [];
  for (const source of chosen) {
    sources.push({ ...source, listed: await listTranscripts(source.reader, source.root) });
  }
  const hasFiles = sources.some(({ listed }) => listed.status === "ok" && listed.files.length > 0);
  const store = await openImportStore(parts, "sessions", { dryRun: rules.dryRun, hasFiles });
  const watch = createAnswerWatch(parts);
  const work = { store, ...importPartsOf(parts, store, rules), ...(rules.dryRun ? {} : { watch }) };
  const imported: ImportedAgent[] = [];
  for (const source of sources) {
    const agent = await importTranscripts(work, source);
    // An agent that nobody uses here is nothing to tell; one that was imported before and is gone is.
    if (source.isNamed || agent.isKnown || agent.report.status !== "missing") imported.push(agent);
  }
  return finishImport(parts, store, { name: "sessions", imported, rules, watch });
}
