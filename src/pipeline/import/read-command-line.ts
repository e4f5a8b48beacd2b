/**
 * Splits a shell's command line into its simple commands, each a list of words without quotes. What it does not understand
 * (functions, arithmetic) comes out as words that no program is called by; the text of a here-document is no command.
 */
export function readCommandLine(line: string): readonly (readonly string[])[] {
  const reading: Reading = { commands: [[]], word: "none", hereEnds: [] };
  const text = line.replaceAll("\\\n", "");
  for (let at = 0; at < text.length; ) at = readAt(reading, text, at);
  endCommand(reading);
  return reading.commands.filter((words) => words.length > 0);
}

interface Reading {
  readonly commands: string[][];
  word: string | "none";
  /** What ends the here-documents that begin at the next line, in order. */
  readonly hereEnds: string[];
}

/** Reads what stands at `at` and returns where to go on. */
function readAt(reading: Reading, text: string, at: number): number {
  const char = text[at] ?? "";
  const here = /^<<-?\s*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/.exec(text.slice(at, at + 200));
  if (here !== null) {
    reading.hereEnds.push(here[1] ?? here[2] ?? here[3] ?? "");
    endWord(reading);
    return at + here[0].length;
  }
  if (char === "\n") {
    endCommand(reading);
    return skipHereDocuments(reading, text, at + 1);
  }
  if (char === "'" || char === '"') return readQuoted(reading, text, at);
  if (char === "\\") {
    addToWord(reading, text[at + 1] ?? "");
    return at + 2;
  }
  if (char === "#" && reading.word === "none") return endOfLine(text, at);
  // Brackets and backticks start a command inside another one; words behind them are looked at like any.
  if (";&|()`{}".includes(char)) endCommand(reading);
  else if (/\s/.test(char)) endWord(reading);
  else if (char !== "$" || text[at + 1] !== "(") addToWord(reading, char);
  return at + 1;
}

function readQuoted(reading: Reading, text: string, at: number): number {
  const quote = text[at] ?? "";
  let next = at + 1;
  addToWord(reading, "");
  while (next < text.length && text[next] !== quote) {
    if (quote === '"' && text[next] === "\\") next += 1;
    addToWord(reading, text[next] ?? "");
    next += 1;
  }
  return next + 1;
}

function skipHereDocuments(reading: Reading, text: string, at: number): number {
  let next = at;
  for (const end of reading.hereEnds.splice(0)) {
    while (next < text.length) {
      const lineEnd = endOfLine(text, next);
      const line = text.slice(next, lineEnd).trim();
      next = lineEnd + 1;
      if (line === end) break;
    }
  }
  return next;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function addToWord(reading: Reading, text: string): void {
  reading.word = reading.word === "none" ? text : reading.word + text;
}

function endWord(reading: Reading): void {
  if (reading.word !== "none") reading.commands.at(-1)?.push(reading.word);
  reading.word = "none";
}

function endCommand(reading: Reading): void {
  endWord(reading);
  if (reading.commands.at(-1)?.length !== 0) reading.commands.push([]);
}
