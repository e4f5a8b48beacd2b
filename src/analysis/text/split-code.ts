import type { Block } from "./block.ts";
import { type BlockTraits, createBlockCollector } from "./block-collector.ts";
import { tidyHeading } from "./heading-text.ts";
import { isBlankLine, type LineTable, lineText } from "./line-table.ts";

/** Words that may stand before the one that says what is defined. */
const MODIFIERS =
  "export|default|declare|public|private|protected|internal|abstract|static|final|async|pub(?:\\([^)]*\\))?|unsafe|extern|inline|const|override|open|sealed|data|partial|local";
/** A top-level line that defines something with a name, in the languages people mostly write. */
const DEFINITION = new RegExp(
  `^(?:(?:${MODIFIERS})\\s+)*(?:function\\*?|class|def|defp|defmodule|defn|interface|enum|struct|trait|impl|type|fn|func|fun|mod|module|namespace|object|protocol|extension|record|sub|package|proc|macro_rules!)\\s+(?:\\([^)]*\\)\\s*)?(?:<[^>]*>\\s*)?([\\p{L}_$][\\p{L}\\p{N}_$.:!?]*)`,
  "u",
);
/** A function or a table kept in a name: `const handler = async (`. */
const BINDING =
  /^(?:export\s+)?(?:const|let|var|val)\s+([\p{L}_$][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$])[^=]*=\s*(?:async\b|function\b|\(|\{|class\b|<)/u;
/** Only what is longer than this gets sections of its own: one-line definitions stay together. */
const MIN_DEFINITION_LINES = 3;
/** A line that long is no definition anybody wrote by hand. */
const MAX_DEFINITION_LENGTH = 400;

interface Unit {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/**
 * Splits source code by top-level indentation and blank lines. A definition of three lines or more that starts at the
 * margin is a section under its own name, with the comment or decorator right above it; all else has no heading path.
 * Within either, blocks end at blank lines. This is a guess from layout and never loses a line.
 */
export function splitCode(lines: LineTable, firstLine: number): readonly Block[] {
  const blocks = createBlockCollector(lines, firstLine);
  let named = false;
  for (const unit of topLevelUnits(lines, firstLine)) {
    const heads = unit.name !== "" || named;
    named = unit.name !== "";
    const heading = { level: 1, text: tidyHeading(unit.name) };
    let traits: BlockTraits = heads ? { kind: "code", heading } : { kind: "code" };
    for (let from = unit.from; from < unit.to; ) {
      let to = from + 1;
      while (to < unit.to && !isBlankLine(lines, to)) to += 1;
      while (to < unit.to && isBlankLine(lines, to)) to += 1;
      blocks.add(from, to, traits);
      traits = { kind: "code" };
      from = to;
    }
  }
  return blocks.finish();
}

/** Cuts the lines at definitions and where one ends. A unit without a name is everything between two definitions. */
function topLevelUnits(lines: LineTable, firstLine: number): readonly Unit[] {
  const units: Unit[] = [];
  const count = lines.starts.length;
  let open = firstLine;
  for (let line = firstLine; line < count; ) {
    const name = definedName(lines, line);
    const to = name === "" ? line + 1 : definitionEnd(lines, line);
    if (name !== "" && to - line >= MIN_DEFINITION_LINES) {
      const from = attachedAbove(lines, line, open);
      if (from > open) units.push({ from: open, to: from, name: "" });
      units.push({ from, to, name });
      open = to;
    }
    line = to;
  }
  if (open < count) units.push({ from: open, to: count, name: "" });
  return units;
}

function definedName(lines: LineTable, line: number): string {
  if (!startsAtMargin(lines, line)) return "";
  const text = lineText(lines, line);
  if (text.length > MAX_DEFINITION_LENGTH) return "";
  return DEFINITION.exec(text)?.[1] ?? BINDING.exec(text)?.[1] ?? "";
}

/** The body is what is indented, blank, or a closing bracket or `end` at the margin; trailing blank lines belong to it. */
function definitionEnd(lines: LineTable, from: number): number {
  let line = from + 1;
  while (line < lines.starts.length && !startsNext(lines, line)) line += 1;
  return line;
}

function startsNext(lines: LineTable, line: number): boolean {
  return (
    startsAtMargin(lines, line) && !/^(?:[)\]}{]|end\b)/.test(lineText(lines, line).slice(0, 8))
  );
}

/** Comments and decorators directly above a definition, without a blank line between, go with it. */
function attachedAbove(lines: LineTable, line: number, floor: number): number {
  let from = line;
  while (from > floor && /^\s*(?:\/\/|\/\*|\*|#|@|--|;)/.test(lineText(lines, from - 1))) from -= 1;
  return from;
}

function startsAtMargin(lines: LineTable, line: number): boolean {
  const code = lines.text.charCodeAt(lines.starts[line] ?? 0);
  return code > 0x20;
}
