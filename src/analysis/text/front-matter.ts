import { isBlankLine, type LineTable, lineStart, lineText } from "./line-table.ts";

/** The metadata block at the start of a text, fences included in its lines and left out of its body. */
export interface FrontMatter {
  readonly format: "yaml" | "toml";
  /** 0-based line after the closing fence and the blank lines that follow it. */
  readonly endLine: number;
  readonly body: string;
}

const YAML_KEY = /^(?:["'][^"']+["']|[^\s#:"'>|[\]{}-][^\s:]*)[ \t]*:(?:\s|$)/u;
const TOML_KEY = /^(?:["'\w.-]+[ \t]*=|\[)/;

/**
 * Finds front matter: a line `---` at the very start (a byte order mark aside) and a later `---` or `...` around YAML,
 * or two lines `+++` around TOML. The first line inside that is neither blank nor a comment must look like a key, so
 * that prose between two rules stays prose. What is inside may be malformed; it is metadata all the same.
 */
export function findFrontMatter(lines: LineTable): FrontMatter | "none" {
  const fence = lineText(lines, 0).trimEnd();
  if (fence !== "---" && fence !== "+++") return "none";
  const format = fence === "---" ? "yaml" : "toml";
  let keyed: boolean | "unseen" = "unseen";
  for (let line = 1; line < lines.starts.length; line += 1) {
    const text = lineText(lines, line).trimEnd();
    if (text === fence || (format === "yaml" && text === "...")) {
      const body = lines.text.slice(lineStart(lines, 1), lineStart(lines, line));
      return { format, endLine: skipBlank(lines, line + 1), body };
    }
    if (keyed !== "unseen" || text === "" || text.startsWith("#")) continue;
    keyed = (format === "yaml" ? YAML_KEY : TOML_KEY).test(text);
    if (!keyed) return "none";
  }
  return "none";
}

function skipBlank(lines: LineTable, from: number): number {
  let line = from;
  while (line < lines.starts.length && isBlankLine(lines, line)) line += 1;
  return line;
}
