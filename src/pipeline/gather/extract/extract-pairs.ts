import type { ExtractedField } from "../../../model/representation.ts";
import type { SourceLine } from "./source-line.ts";

/** `key: value`, `key = value`, `"key": value,` with nothing before it but indentation. */
const SETTING =
  /^\s*["']?([\p{L}_$][\p{L}\p{N}_.$/-]{0,59})["']?\s*(?::|=(?![=>]))\s*(\S.*?)\s*,?\s*$/u;
/** A list item or a line that begins with a term in bold or code: `- **term**: what it means`. */
const DEFINITION =
  /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)?(`[^`]+`|(?<=\*\*|__)[^*_`][^*`]*?)(?:\*\*|__)?\s*(?:[:—–]|\s-)\s*(?:\*\*|__)?\s*(\S.*?)\s*$/u;
const DEFINED_BELOW = /^:\s+(\S.*?)\s*$/;

/** Reads what a text defines as `term: meaning` items, and as terms with `: meaning` on the next line. */
export function extractDefinitions(lines: readonly SourceLine[]): readonly ExtractedField[] {
  const fields: ExtractedField[] = [];
  for (const [index, line] of lines.entries()) {
    const item = DEFINITION.exec(line.text);
    if (item !== null) {
      const name = (item[1] ?? "").replaceAll("`", "").replace(/:$/, "").trim();
      fields.push(fieldOf(name, item[2] ?? "", line.number, line.number));
      continue;
    }
    const below = DEFINED_BELOW.exec(lines[index + 1]?.text ?? "");
    const term = line.text.trim();
    if (below !== null && term !== "") {
      fields.push(fieldOf(term, below[1] ?? "", line.number, line.number + 1));
    }
  }
  return fields;
}

/** Reads the settings of a configuration: a name, a separator and a value on each line. */
export function extractSettings(lines: readonly SourceLine[]): readonly ExtractedField[] {
  return lines.flatMap((line) => {
    const pair = SETTING.exec(line.text);
    const value = pair?.[2] ?? "";
    if (pair === null || /^[[{(|>]$/.test(value) || value.startsWith("//")) return [];
    return [fieldOf(pair[1] ?? "", value, line.number, line.number)];
  });
}

function fieldOf(name: string, value: string, startLine: number, endLine: number): ExtractedField {
  return { name, value, lines: { startLine, endLine } };
}
