import { optionInvalid } from "../../../errors.ts";
import type { Engine } from "../../../model/engine.ts";
import { withEngine } from "../answer.ts";
import type { Call } from "../call.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

/** Bundles asked for at once, and room for a list of that many: nothing of an export may be dropped. */
const PAGE = 500;
const CAP_BYTES = 100_000_000;

/**
 * Writes every bundle to standard output, oldest first: with `--csv` one row for each decision, else one line of JSON for each
 * bundle. One bundle is held at a time. 0 some, 1 none.
 */
export function exportLedger(call: Call): Promise<ExitCode> {
  const { settings, surroundings } = call;
  if (settings.jsonl === true && settings.csv === true) {
    throw optionInvalid("--csv", "choose one of --jsonl and --csv");
  }
  if (settings.json === true) {
    throw optionInvalid(
      "--json",
      'an export is no one response; "--jsonl" writes a line for each bundle',
    );
  }
  return withEngine(call, async (engine) => {
    const { csvHeader, csvRows } = await import("./ledger-csv.ts");
    const { visibleText } = await import("../visible-text.ts");
    // A text of a source may hold what steers a terminal; a file or a pipe gets it as it is.
    const write = (text: string): void =>
      surroundings.stdout.write(
        surroundings.stdout.isTerminal ? text.split(/\r?\n/).map(visibleText).join("\n") : text,
      );
    const ids = await listIds(engine);
    if (settings.csv === true) write(csvHeader());
    for (const id of ids) {
      const { entry } = await engine.ledgerEntry(id);
      write(settings.csv === true ? csvRows(entry) : `${JSON.stringify(entry)}\n`);
    }
    return ids.length === 0 ? EXIT.nothingFound : EXIT.found;
  });
}

async function listIds(engine: Engine): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const before = ids.at(-1);
    const page = await engine.ledger({
      limit: PAGE,
      capBytes: CAP_BYTES,
      ...(before === undefined ? {} : { before }),
    });
    ids.push(...page.bundles.map(({ id }) => id));
    if (page.bundles.length < PAGE) return ids.reverse();
  }
}
