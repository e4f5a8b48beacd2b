/** What a task names exactly rather than describes. */
export interface TaskNames {
  /** Paths and file names, as written, `./` taken off. */
  readonly paths: readonly string[];
  /** The same with the lines and versions behind them, as somebody would look them up. */
  readonly references: readonly string[];
  /** Words of the shape of an identifier, and what stands in backticks. */
  readonly identifiers: readonly string[];
  /** What stands in quotes or backticks, and the task itself where it is short: it may be a title. */
  readonly quoted: readonly string[];
  readonly text: string;
}

const MAX_READ_CHARS = 65_536;
const MAX_QUOTED_CHARS = 120;
const QUOTED = /`([^`\n]+)`|"([^"\n]+)"|“([^”\n]+)”/gu;
const TOKEN = /[\p{L}\p{N}_$@.~/][\p{L}\p{N}_$@./:#-]*[\p{L}\p{N}_$]/gu;
const FILE_NAME = /[^/]\.[a-z][a-z0-9]{0,5}$/i;
const CAMEL = /\p{Ll}\p{Lu}/u;
/** `ADR-0012`, `incident-17`, `utf8_decode`, `net.connect`, `std::mem`. */
const JOINED =
  /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:[_.]|::)[\p{L}\p{N}_$]+)+$|^\p{L}[\p{L}\p{N}]*-\d[\p{L}\p{N}-]*$/u;

/** Reads the names in a task. A word of ordinary language is no name, however often a text is called by it. */
export function readTaskNames(task: string): TaskNames {
  const text = task.slice(0, MAX_READ_CHARS);
  const quoted = [...text.matchAll(QUOTED)]
    .map(([, code, plain, curly]) => (code ?? plain ?? curly ?? "").trim())
    .filter((name) => name !== "" && name.length <= MAX_QUOTED_CHARS);
  const coded = [...text.matchAll(/`([^`\n]+)`/gu)].map(([, name = ""]) => name.trim());
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token);
  const references = [...tokens, ...coded].filter((name) => {
    const plain = withoutLines(name);
    return plain.includes("/") || FILE_NAME.test(plain);
  });
  const paths = references.map(withoutLines);
  const shaped = tokens.filter(
    (token) => CAMEL.test(token) || JOINED.test(token) || /_/.test(token),
  );
  const called = shaped.map((name) => name.replace(/\(\)$/, ""));
  const whole = text.trim();
  return {
    paths: [...new Set(paths.map((path) => path.replace(/^\.\//, "")))],
    references: [...new Set(references)],
    identifiers: [...new Set([...called, ...coded.filter((name) => !/\s/.test(name))])],
    quoted: [...new Set([...quoted, ...(whole.length <= MAX_QUOTED_CHARS ? [whole] : [])])],
    text,
  };
}

/** A path may name lines behind it: `a.md:3-9`, `a.md#L3`. */
function withoutLines(name: string): string {
  return name.replace(/(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$/, "");
}
