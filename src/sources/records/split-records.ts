import { jsonElementLines } from "./json-element-lines.ts";

/** One value of a record file with the 1-based line it starts on. */
export type LocatedValue =
  | { readonly line: number; readonly status: "ok"; readonly value: unknown }
  | { readonly line: number; readonly status: "invalid"; readonly problem: string };

/**
 * Splits a record file into values. `.jsonl` has one a line, `.json` a list or a single one, `.yaml` and `.yml` a list or single one a
 * document. One broken line costs that line; a broken `.json` or YAML document cannot be read in part.
 */
export async function splitRecords(path: string, text: string): Promise<readonly LocatedValue[]> {
  if (path.endsWith(".jsonl")) return splitLines(text);
  if (path.endsWith(".json")) return splitJson(text);
  return splitYaml(text);
}

function splitLines(text: string): readonly LocatedValue[] {
  return text
    .split("\n")
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== "")
    .map(({ content, line }) => parseJson(content, line));
}

function splitJson(text: string): readonly LocatedValue[] {
  if (text.trim() === "") return [];
  const whole = parseJson(text, 1);
  if (whole.status === "invalid") return [{ ...whole, line: lineOfProblem(text, whole.problem) }];
  const { value } = whole;
  if (!Array.isArray(value)) return [whole];
  const lines = jsonElementLines(text);
  return value.map((element, index) => ({ status: "ok", value: element, line: lines[index] ?? 1 }));
}

function parseJson(text: string, line: number): LocatedValue {
  try {
    return { status: "ok", value: JSON.parse(text), line };
  } catch (error) {
    // RangeError: nested deeper than the engine's parser goes.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return { status: "invalid", problem: error.message, line };
  }
}

/** The engine names the place of a syntax error by position, in words. */
function lineOfProblem(text: string, problem: string): number {
  const position = /position (\d+)/.exec(problem)?.[1];
  const end = position === undefined ? 0 : Number(position);
  return text.slice(0, end).split("\n").length;
}

async function splitYaml(text: string): Promise<readonly LocatedValue[]> {
  // Most workspaces keep no YAML records; those that do pay for the parser.
  const { isScalar, isSeq, LineCounter, parseAllDocuments } = await import("yaml");
  const lineCounter = new LineCounter();
  const lineOf = (node: unknown): number =>
    typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)
      ? lineCounter.linePos(Number(node.range[0])).line
      : 1;
  const values: LocatedValue[] = [];
  for (const document of parseAllDocuments(text, { lineCounter, prettyErrors: false })) {
    const [broken] = document.errors;
    const list = document.contents;
    if (broken !== undefined) {
      const { line } = lineCounter.linePos(broken.pos[0]);
      values.push({ status: "invalid", problem: broken.message, line });
    } else if (isSeq(list)) {
      for (const item of list.items) {
        values.push(toValue(lineOf(item), () => asNode(item).toJS(document)));
      }
    } else if (list !== null && !(isScalar(list) && list.value === null)) {
      values.push(toValue(lineOf(list), () => document.toJS()));
    }
  }
  return values;
}

interface YamlNode {
  toJS(document: unknown): unknown;
}

function asNode(item: unknown): YamlNode {
  const isNode = typeof item === "object" && item !== null && "toJS" in item;
  return isNode ? (item as YamlNode) : { toJS: () => item };
}

/** A value that cannot be built (an alias to nothing, aliases that multiply, too deep a list) is a broken record, whatever the parser throws. */
function toValue(line: number, build: () => unknown): LocatedValue {
  try {
    return { status: "ok", value: build(), line };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { status: "invalid", problem: error.message, line };
  }
}
