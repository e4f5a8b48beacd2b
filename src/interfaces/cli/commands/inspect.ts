import type { Call, RunCommand } from "../call.ts";
import { EXIT, exitOfAnswer } from "../exit-codes.ts";
import { formatInspection } from "../inspect/format-inspect.ts";
import { listPassages, type SavedPassage } from "../inspect/list-passages.ts";
import { parseSavedResponse, type SavedResponse } from "../inspect/saved-response.ts";
import { createPaint, decideColor } from "../paint.ts";
import { readText } from "../read-text.ts";
import { takeOneWord } from "../words.ts";

/**
 * Lists what a saved response selected, without an engine or an index (CIT-16). 0 passages, 1 none or one altered,
 * 3 none in an incomplete response.
 */
export const runInspect: RunCommand = async (call) => {
  const file = takeOneWord(call, "FILE", "a response saved with --json, or - for standard input");
  const response = parseSavedResponse(file, await readText(call.surroundings, "FILE", file));
  const passages = listPassages(response);
  call.surroundings.stdout.write(
    call.settings.json ? toJson(response, passages) : toText(call, response, passages),
  );
  const isAltered = passages.some(({ excerptHash }) => excerptHash === "differs");
  if (isAltered) return EXIT.nothingFound;
  return exitOfAnswer(passages.length > 0, response, false);
};

function toJson(response: SavedResponse, passages: readonly SavedPassage[]): string {
  const { schema: inspected, gaps, freshness, authority, completeness, budget } = response;
  const listing = { schema: "exhibit.inspect/1", inspected, passages };
  return `${JSON.stringify({ ...listing, gaps, freshness, authority, completeness, budget })}\n`;
}

function toText(
  { settings, surroundings }: Call,
  response: SavedResponse,
  passages: readonly SavedPassage[],
): string {
  const { isTerminal, columns } = surroundings.stdout;
  const text = formatInspection(response, passages, {
    paint: createPaint(decideColor(settings.color ?? "auto", surroundings.env, isTerminal)),
    columns: isTerminal ? columns : "unlimited",
    showPath: (path) => path,
    showArtifact: (artifact) => artifact,
    locate: () => [],
    wholeExcerpts: true,
  });
  return `${text}\n`;
}
