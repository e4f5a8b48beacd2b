import { EngineError } from "../errors.ts";
import { importNotes, type ListedNotes, listNotes } from "../pipeline/import/import-notes.ts";
import { ImportTally } from "../pipeline/import/import-tally.ts";
import type { ImportedAgent } from "../pipeline/import/import-transcripts.ts";
import { NOTES } from "./import-settings.ts";
import {
  finishImport,
  type ImportRules,
  importPartsOf,
  NO_ANSWERS,
  openImportStore,
  type StoreImport,
} from "./import-store.ts";
import type { CallParts } from "./session.ts";

/**
 * Imports the note files of every source into the memory. Beside the histories of agents a memory that cannot be written takes
 * nothing from these: what failed is told. Asked for by name it is refused.
 */
export async function importMemory(parts: CallParts, rules: ImportRules): Promise<StoreImport> {
  const { from, root } = rules.options;
  const sources: ListedNotes[] = [];
  for (const source of await parts.transcripts.noteSources()) {
    const at = root ?? source.defaultRoot;
    sources.push({ source, root: at, listed: await listNotes(source, at) });
  }
  try {
    return await importListed(parts, rules, sources);
  } catch (error) {
    if (from === NOTES || !(error instanceof EngineError)) throw error;
    const imported = sources.filter(hasNotes).map((source) => failedImport(source, error));
    if (imported.length === 0) throw error;
    return { name: "memory", imported, indexed: 0, answers: NO_ANSWERS, generation: "none" };
  }
}

async function importListed(
  parts: CallParts,
  rules: ImportRules,
  sources: readonly ListedNotes[],
): Promise<StoreImport> {
  const { dryRun, options } = rules;
  const hasFiles = sources.some(hasNotes);
  const store = await openImportStore(parts, "memory", { dryRun, hasFiles });
  const work = { store, ...importPartsOf(parts, store, rules) };
  const imported: ImportedAgent[] = [];
  for (const source of sources) {
    const notes = await importNotes(work, source);
    // Most machines have no such files: that is worth a word only where somebody asked, or where there were some.
    const isAsked =
      options.from === NOTES && (notes.report.status !== "missing" || options.root !== undefined);
    const isFound = hasNotes(source) || notes.report.status === "failed" || notes.unread.length > 0;
    if (isAsked || isFound || notes.isKnown) imported.push(notes);
  }
  return finishImport(parts, store, { name: "memory", imported, rules });
}

function hasNotes({ listed }: ListedNotes): boolean {
  return listed.status === "ok" && listed.folders.length > 0;
}

function failedImport({ root, source }: ListedNotes, error: EngineError): ImportedAgent {
  const report = new ImportTally().report({
    agent: source.name,
    root,
    status: "failed",
    reason: error.message,
  });
  return { report, unread: [], isKnown: true };
}
