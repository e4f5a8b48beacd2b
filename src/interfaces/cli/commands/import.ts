import { resolve } from "node:path";
import type { ImportOptions } from "../../../model/engine.ts";
import type { ImportResponse } from "../../../model/import-response.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { given } from "../call-options.ts";
import { exitOfAnswer } from "../exit-codes.ts";
import { createImportBar } from "../progress-bar.ts";
import { assertNoWords } from "../words.ts";

/** Imports what agents keep of their sessions, and the notes in files. 0 something was kept or is there already; see `exitOfAnswer`. */
export const runImport: RunCommand = (call) => {
  assertNoWords(call);
  const bar = createImportBar(call.surroundings.stderr);
  return answer(call, {
    ask: async (engine) => {
      try {
        return await engine.import(readOptions(call, bar.show));
      } finally {
        bar.clear();
      }
    },
    exitOf: (response) =>
      exitOfAnswer(hasHistory(response), response, call.settings["require-complete"] === true),
    loadFormat: async () => (await import("../format/format-import.ts")).formatImport,
  });
};

function readOptions(
  { settings, surroundings }: Call,
  show: NonNullable<ImportOptions["onProgress"]>,
): ImportOptions {
  const toAbsolute = (path: string): string => resolve(surroundings.cwd, path);
  return given<ImportOptions>({
    capBytes: settings.cap,
    from: settings.from,
    root: settings.root === undefined ? undefined : toAbsolute(settings.root),
    since: settings.since,
    dryRun: settings["dry-run"],
    // Only where it leads to is a folder of this machine.
    maps: settings.map?.map(({ from, to }) => ({ from, to: toAbsolute(to) })),
    onProgress: settings.quiet ? undefined : show,
  });
}

function hasHistory(response: ImportResponse): boolean {
  const { agents, entryCount, memoryEntryCount, totals } = response;
  if (totals.new + totals.seen + totals.changed > 0) return true;
  return entryCount + memoryEntryCount > 0 && agents.some(({ files }) => files.unchanged > 0);
}
