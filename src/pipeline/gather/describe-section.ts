import type { ArtifactKind } from "../../model/artifact.ts";
import { findDefinedNames } from "./defined-names.ts";
import { findQualifiers } from "./qualifiers.ts";

/** What an anchor is made of. */
export interface AnchorSource {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly kind: ArtifactKind;
  /** Of the section. */
  readonly text: string;
  /** 1-based, of the section. */
  readonly startLine: number;
  readonly notShown: readonly string[];
  /** What the author says of the artifact in a few words; `"none"` where front matter says nothing. */
  readonly byAuthor: string | "none";
}

const MAX_SENTENCE_CHARS = 180;
const MAX_NAMES = 5;
const MAX_SECTIONS = 3;

/**
 * Describes a section in some 50 to 80 tokens: where it stands, the author's own words or else its first sentence, the names it
 * defines, the words that qualify it with their lines, and the sections that are not shown (DIS-04, DIS-21). What an author
 * wrote stands as it is: it is never summed up again (GRA-07).
 */
export function describeSection(source: AnchorSource): string {
  const { byAuthor, headingPath, kind, notShown, startLine, text, title } = source;
  const said = byAuthor === "none" ? firstSentence(text) : byAuthor;
  const names = findDefinedNames(text, kind)
    .filter((name) => !said.includes(name))
    .slice(0, MAX_NAMES);
  const qualifiers = findQualifiers(text, startLine).map(({ word, line }) => `"${word}" L${line}`);
  const lines = [
    `${placeOf(title, headingPath)}: ${said}`,
    names.length === 0 ? "" : `Defines ${names.join(", ")}.`,
    qualifiers.length === 0 ? "" : `Qualified by ${qualifiers.join(", ")}.`,
    notShown.length === 0 ? "" : `Not shown: ${listSections(notShown)}.`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

/** Title and headings, outermost first, without saying the title twice. */
export function placeOf(title: string, headingPath: readonly string[]): string {
  const names = headingPath[0] === title ? headingPath : [title, ...headingPath];
  return names.map((name) => shorten(name, MAX_NAME_CHARS)).join(" > ");
}

const MAX_NAME_CHARS = 100;

/** One line, at most so many characters, cut at a word where there is one. */
export function shorten(text: string, maxChars: number): string {
  const plain = text.replace(/\s+/gu, " ").trim();
  const characters = Array.from(plain);
  if (characters.length <= maxChars) return plain;
  const head = characters.slice(0, maxChars - 1).join("");
  const border = head.lastIndexOf(" ");
  return `${(border > maxChars / 2 ? head.slice(0, border) : head).trimEnd()}…`;
}

/** Markup that says nothing of a text: headings, rules, fences, tables' lines, comments. */
const SKIPPED = /^\s*(?:#{1,6}\s|[-=*_]{3,}\s*$|```|~~~|\|?[\s:|-]+\|?\s*$|<!--|-->|\.\.\s|@)/u;
const LEAD = /^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*|\/\*\*?|\*\/|\*\s|\/\/[/!]?|#\s*|"""|''')+\s*/u;

/** The first sentence of a text's prose. */
function firstSentence(text: string): string {
  const prose: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const isEmpty = line.trim() === "";
    if (isEmpty && prose.length > 0) break;
    if (isEmpty || SKIPPED.test(line)) continue;
    prose.push(line.replace(LEAD, "").trim());
    if (prose.join(" ").length > MAX_SENTENCE_CHARS) break;
  }
  const joined = prose.join(" ").replace(/\s+/gu, " ").trim();
  const end = /[.!?。！？](?=\s|$|["”’)\]]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u.exec(
    joined,
  );
  return shorten(end === null ? joined : joined.slice(0, end.index + 1), MAX_SENTENCE_CHARS);
}

function listSections(notShown: readonly string[]): string {
  const named = notShown.slice(0, MAX_SECTIONS).map((name) => shorten(name, 40));
  const more = notShown.length - named.length;
  return more === 0 ? named.join("; ") : `${named.join("; ")}; ${more} more`;
}
