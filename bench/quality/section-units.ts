import { packParagraphs } from "./pack-paragraphs.ts";

/** A section of a Markdown document as the evaluation protocol sees it: what a question's gold names. */
export interface SectionUnit {
  /** Dense, 0-based over the whole set. */
  readonly id: number;
  /** The document's path below the corpus folder, without `.md`. */
  readonly doc: string;
  /** The first level-1 heading of the document, or empty. */
  readonly title: string;
  /** Headings above this one, outermost first. */
  readonly above: readonly string[];
  /** The section's own heading as written, or empty above the first. */
  readonly heading: string;
  /** UTF-16 range in the document, heading line included, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The text below the heading line, trimmed. */
  readonly body: string;
}

/** What `splitSections` returns for one document: a unit before it has an id and a document. */
export type Section = Omit<SectionUnit, "id" | "doc" | "title"> & { readonly level: number };

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s;
const HEADING = /^(#{1,6}) +(.*?)\s*#*\s*$/;

/**
 * Splits Markdown at ATX headings outside code fences, with exact offsets, blank sections left out. This is the
 * protocol of the published question sets, on purpose simpler than the engine's own splitter: both programs in a
 * comparison are judged on the same units.
 */
export function splitSections(text: string): Section[] {
  const outline: FoundHeading[] = [];
  const headings = [{ heading: "", level: 0, start: 0 }, ...findHeadings(text)];
  return headings.flatMap((found, index) => {
    while ((outline.at(-1)?.level ?? 0) >= found.level && outline.length > 0) outline.pop();
    const above = outline.map((outer) => outer.heading);
    if (found.level > 0) outline.push(found);
    const end = headings[index + 1]?.start ?? text.length;
    const raw = text.slice(found.start, end);
    return raw.trim() === "" ? [] : [{ ...found, above, end, body: bodyOf(raw, found.heading) }];
  });
}

/** How a document becomes units. */
export interface UnitOptions {
  readonly firstId: number;
  /** Sections longer than half as much again are packed into pieces of this many characters; `Infinity` for never. */
  readonly maxChars: number;
}

/**
 * Splits one document into its units. A bare `# Title` line directly above subsections is no unit, unless the
 * document holds nothing else.
 */
export function splitUnits(doc: string, text: string, options: UnitOptions): SectionUnit[] {
  const whole = splitSections(text);
  const title = whole.find((section) => section.level === 1)?.heading ?? "";
  const sections = whole.flatMap((section) => cutLong(section, text, options.maxChars));
  return sections
    .filter((section) => section.body !== "" || section.level > 1 || sections.length === 1)
    .map(({ level: _level, ...section }, index) => ({
      id: options.firstId + index,
      doc,
      title,
      ...section,
    }));
}

function cutLong(section: Section, text: string, maxChars: number): Section[] {
  if (section.end - section.start <= maxChars * 1.5) return [section];
  const raw = text.slice(section.start, section.end);
  return packParagraphs(raw, maxChars).map((piece) => ({
    ...section,
    start: section.start + piece.start,
    end: section.start + piece.end,
    body: raw.slice(piece.start, piece.end).trim(),
  }));
}

interface FoundHeading {
  readonly heading: string;
  readonly level: number;
  readonly start: number;
}

function findHeadings(text: string): FoundHeading[] {
  const found: FoundHeading[] = [];
  let fence = "";
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line);
    if (mark !== null) fence = nextFence(fence, mark[1] ?? "", mark[2] ?? "");
    const heading = fence === "" ? HEADING.exec(line) : null;
    if (heading !== null) {
      found.push({ heading: heading[2] ?? "", level: heading[1]?.length ?? 0, start: offset });
    }
    offset += line.length;
  }
  return found;
}

/** Returns the marker of the fence that is open after a fence line, or empty when none is. */
function nextFence(fence: string, marker: string, rest: string): string {
  if (fence === "") return marker;
  const closes = marker[0] === fence[0] && marker.length >= fence.length && rest.trim() === "";
  return closes ? "" : fence;
}

function bodyOf(raw: string, heading: string): string {
  if (heading === "") return raw.trim();
  const newline = raw.indexOf("\n");
  return newline < 0 ? "" : raw.slice(newline + 1).trim();
}
