import type { ExtractedField } from "../../../model/representation.ts";
import type { SourceLine } from "./source-line.ts";

const RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;

/**
 * Reads the rows of Markdown tables: a field for each cell behind the first one, named by the first cell of its row and, where
 * a row has several, the head of its column.
 */
export function extractTable(lines: readonly SourceLine[]): readonly ExtractedField[] {
  const fields: ExtractedField[] = [];
  let heads: readonly string[] = [];
  for (const [index, line] of lines.entries()) {
    if (RULE.test(line.text) && line.text.includes("|")) {
      heads = cellsOf(lines[index - 1]?.text ?? "");
      continue;
    }
    if (heads.length < 2 || !line.text.includes("|")) {
      heads = [];
      continue;
    }
    const [name = "", ...values] = cellsOf(line.text);
    values.forEach((value, column) => {
      if (name === "" || value === "") return;
      const head = heads[column + 1] ?? "";
      const own = values.length === 1 || head === "" ? name : `${name}, ${head}`;
      fields.push({ name: own, value, lines: { startLine: line.number, endLine: line.number } });
    });
  }
  return fields;
}

function cellsOf(row: string): readonly string[] {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
