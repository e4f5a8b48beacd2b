import { isKnown, toEpochMs } from "../../model/instant.ts";
import { type BlockParser, containBody, escapeClosingMarks } from "./contain-body.ts";
import type { SourceRecord } from "./record.ts";

/** The records of one page. */
export interface ModulePage {
  /** The module's name as its records or their file spell it. */
  readonly module: string;
  readonly records: readonly SourceRecord[];
}

/**
 * Renders one module as Markdown: its title, a note, the range of the dates its records state, and one section a record. Equal
 * records give equal bytes: nothing of the run, its time least of all, is in the page.
 */
export function renderPage(page: ModulePage, parser: BlockParser): string {
  const sources = [...new Set(page.records.map(({ place }) => place.replace(/:\d+$/, "")))];
  const sections = page.records.map((record) => renderRecord(record, parser));
  const head = [
    `# ${headingText(titleOf(page.module))}`,
    `Rendered from ${sources.map(oneLine).join(", ")}. Edit the records: this page is written again from them.`,
    ...renderDates(page.records),
  ];
  return `${[...head, ...sections].join("\n\n")}\n`;
}

/** Returns the record files that a page of this renderer names as its sources; none for a page of another. */
export function findRenderedFrom(page: string): readonly string[] {
  const [, sources = ""] = /^# .*\n\nRendered from (.+)\. Edit the records: /.exec(page) ?? [];
  return sources === "" ? [] : sources.split(", ");
}

/** The range is stated only from dates that records state; records without one are counted beside it. */
function renderDates(records: readonly SourceRecord[]): readonly string[] {
  const dates = records.map(({ observed }) => observed).filter(isKnown);
  const [first] = dates;
  if (first === undefined) return [];
  const oldest = dates.reduce((a, b) => (toEpochMs(b) < toEpochMs(a) ? b : a), first);
  const newest = dates.reduce((a, b) => (toEpochMs(b) > toEpochMs(a) ? b : a), first);
  const undated = records.length - dates.length;
  const range = `Source snapshot range (UTC): ${oldest.at} to ${newest.at}`;
  return undated === 0 ? [range] : [range, `Records that state no date: ${undated}.`];
}

function renderRecord(record: SourceRecord, parser: BlockParser): string {
  return [
    `## ${headingText(record.title)}`,
    containBody(record.body, parser),
    renderStatements(record),
  ].join("\n\n");
}

/**
 * What the record says of itself, on one line: a line break in a value would let it start a block of its own. Always the
 * section's last line, and the id holds no middle dot, so that the date in it can be read back and nothing in the body is it.
 */
function renderStatements({ id, observed, statements }: SourceRecord): string {
  const parts = [`Record ${oneLine(id).replaceAll("·", "&middot;")}`, `observed ${observed.at}`];
  for (const { key, text } of statements) parts.push(`${oneLine(key)}: ${oneLine(text)}`);
  return parts.join(" · ");
}

/** `delivery-planning` becomes `Delivery planning`. */
function titleOf(module: string): string {
  const words = oneLine(module.replace(/[-_]+/g, " "));
  // A page has a title, whatever its module is called: its records' headings are found below it.
  return words === "" ? oneLine(module) : words.charAt(0).toUpperCase() + words.slice(1);
}

function headingText(text: string): string {
  return escapeClosingMarks(oneLine(text));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
