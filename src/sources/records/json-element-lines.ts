/** A string, a bracket, a comma, a line break, or anything else up to the next of them. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},\n]|[^\s"[\]{},]+/gs;

/** Returns the 1-based line on which each element of a JSON list starts. The text is valid JSON and its value is a list. */
export function jsonElementLines(text: string): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let expectsElement = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "\n") {
      line++;
      continue;
    }
    if (expectsElement && token !== "]") lines.push(line);
    depth += depthChange(token);
    expectsElement = depth === 1 && (token === "," || (token === "[" && lines.length === 0));
  }
  return lines;
}

function depthChange(token: string): number {
  if (token === "[" || token === "{") return 1;
  return token === "]" || token === "}" ? -1 : 0;
}
