import { type KnownInstant, toEpochMs } from "../../model/instant.ts";
import { parseInstant } from "../../model/parse-instant.ts";
import type { Block } from "./block.ts";
import { type LineTable, lineStart, lineText } from "./line-table.ts";

/** What may stand before the label: quote marks, a list mark, emphasis. */
const LINE =
  /^[ \t]*(?:>[ \t]?)*(?:[-*+][ \t]+)?[*_]{0,2}Source snapshot range \(UTC\):[*_]{0,2}[ \t]*(\S.*?)[ \t]+to[ \t]+(\S.*?)[.*_ \t]*$/;
/** Such a line is a heading matter: further down it is likelier to be quoted from somewhere else. */
const MAX_LINES = 60;
/** Two dates, a label and some emphasis need no more. */
const MAX_LINE_LENGTH = 300;

/**
 * Returns the oldest end of every line `Source snapshot range (UTC): A to B` in prose among the first 60 lines from
 * `firstLine` on. A range one of whose ends is unreadable counts for nothing: the other end might be the younger one.
 */
export function findSnapshotRanges(
  lines: LineTable,
  firstLine: number,
  blocks: readonly Block[],
): readonly KnownInstant[] {
  const found: KnownInstant[] = [];
  const lastLine = Math.min(firstLine + MAX_LINES, lines.starts.length);
  for (let line = firstLine; line < lastLine; line += 1) {
    const start = lineStart(lines, line);
    if (lineStart(lines, line + 1) - start > MAX_LINE_LENGTH) continue;
    const range = LINE.exec(lineText(lines, line));
    if (range === null || kindAt(blocks, start) !== "prose") continue;
    const from = parseInstant(range[1] ?? "", "declared", "Z");
    const to = parseInstant(range[2] ?? "", "declared", "Z");
    if (from === "unreadable" || to === "unreadable") continue;
    found.push(toEpochMs(to) < toEpochMs(from) ? to : from);
  }
  return found;
}

function kindAt(blocks: readonly Block[], at: number): Block["kind"] | "none" {
  return blocks.find((block) => block.start <= at && at < block.end)?.kind ?? "none";
}
