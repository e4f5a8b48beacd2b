import type { KnownInstant } from "../../../model/instant.ts";
import type { Block } from "./block.ts";
import { type LineTable, lineAt, lineStart, lineText } from "./line-table.ts";
import { parseInstant } from "./parse-instant.ts";

const LABEL = "Source snapshot range (UTC):";
/** What may stand before the label: quote marks, a list mark, emphasis. */
const LINE =
  /^[ \t]*(?:>[ \t]?)*(?:[-*+][ \t]+)?[*_]{0,2}Source snapshot range \(UTC\):[*_]{0,2}[ \t]*(\S.*?)[ \t]+to[ \t]+(\S.*?)[.*_ \t]*$/;
/** Such a line is a heading matter: further down it is likelier to be quoted from somewhere else. */
const MAX_LINES = 60;

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
  const limit = lineStart(lines, firstLine + MAX_LINES);
  let at = lines.text.indexOf(LABEL, lineStart(lines, firstLine));
  for (; at >= 0 && at < limit; at = lines.text.indexOf(LABEL, at + 1)) {
    if (kindAt(blocks, at) !== "prose") continue;
    const [, first, second] = LINE.exec(lineText(lines, lineAt(lines, at))) ?? [];
    const from = parseInstant(first ?? "", "declared", "Z");
    const to = parseInstant(second ?? "", "declared", "Z");
    if (from === "unreadable" || to === "unreadable") continue;
    found.push(Date.parse(to.at) < Date.parse(from.at) ? to : from);
  }
  return found;
}

function kindAt(blocks: readonly Block[], at: number): Block["kind"] | "none" {
  return blocks.find((block) => block.start <= at && at < block.end)?.kind ?? "none";
}
