import { type Instant, UNKNOWN_INSTANT } from "../../model/instant.ts";
import { parseInstant } from "../../model/parse-instant.ts";
import type { Block } from "./block.ts";
import { isBlankLine, type LineTable, lineIndexAt, lineText } from "./line-table.ts";

/** The line of the built-in renderer below a page's title. A page of another renderer states its dates as a whole. */
const NOTE = /^Rendered from .+\. Edit the records: this page is written again from them\.$/;
/** The last line of a record's section. An id holds no middle dot, so the first date is the record's own. */
const STATEMENT = /^Record [^·]+ · observed (\S+)(?: · |$)/;
const RECORD_LEVEL = 2;
/** The note stands below the title and a blank line. */
const NOTE_LINE = 2;

/**
 * Returns the date of each record on a page of the built-in renderer, by the record's heading; `"by_page"` for any other page
 * and when the page's own date says the same of all. A record's body cannot forge it: only a section's last line counts, which
 * the renderer writes. Records that share a heading and not a date are unknown, because nobody could tell which is meant.
 */
export function readSectionInstants(
  lines: LineTable,
  blocks: readonly Block[],
  ofPage: Instant,
): Readonly<Record<string, Instant>> | "by_page" {
  if (!NOTE.test(lineText(lines, NOTE_LINE))) return "by_page";
  const instants = new Map<string, Instant>();
  const borders = blocks.filter(({ heading }) => (heading?.level ?? Infinity) <= RECORD_LEVEL);
  for (const [index, { start, heading }] of borders.entries()) {
    if (heading?.level !== RECORD_LEVEL) continue;
    const end = borders[index + 1]?.start ?? lines.text.length;
    const own = readStatement(lines, start, end);
    const other = instants.get(heading.text) ?? own;
    instants.set(heading.text, other.at === own.at ? own : UNKNOWN_INSTANT);
  }
  const isShared = [...instants.values()].every(({ at }) => at === ofPage.at);
  // Defined one by one, a heading `__proto__` is a key like any other.
  return isShared ? "by_page" : Object.fromEntries(instants);
}

/** Reads the date in the last line of `[start, end)` that is not blank. */
function readStatement(lines: LineTable, start: number, end: number): Instant {
  let line = lineIndexAt(lines, end - 1);
  while (line > lineIndexAt(lines, start) && isBlankLine(lines, line)) line -= 1;
  const stated = STATEMENT.exec(lineText(lines, line))?.[1] ?? "unknown";
  const instant = parseInstant(stated, "declared", "Z");
  return instant === "unreadable" ? UNKNOWN_INSTANT : instant;
}
