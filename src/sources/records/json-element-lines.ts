const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The start of a string, a bracket, a comma, a line break, or anything else up to the next of them. */
const TOKEN = /["[\]{},\n]|[^\s"[\]{},]+/g;

/** Returns the 1-based line on which each element of a JSON list starts. The text is valid JSON and its value is a list. */
export function jsonElementLines(text: string): readonly number[] {
  const lines: number[] = [];
  const tokens = new RegExp(TOKEN);
  let line = 1;
  let depth = 0;
  let expectsElement = false;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    if (token === "\n") {
      line++;
      continue;
    }
    if (token === '"') tokens.lastIndex = findStringEnd(text, tokens.lastIndex);
    if (expectsElement && token !== "]") lines.push(line);
    depth += depthChange(token);
    expectsElement = depth === 1 && (token === "," || (token === "[" && lines.length === 0));
  }
  return lines;
}

/** A pattern would remember every escape to be able to go back to it, and a long text has more than it can remember. */
function findStringEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function depthChange(token: string): number {
  if (token === "[" || token === "{") return 1;
  return token === "]" || token === "}" ? -1 : 0;
}
