import { join } from "node:path";
import { readRawLines } from "../json-lines.ts";
import { systemCode } from "../open-regular-file.ts";
import { childrenOf } from "./note-files.ts";

/** A key `cwd` with its value, wherever it stands in a line: quotes inside a text are escaped and so look different. */
const WRITTEN_CWD = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Working directories as they are written in JSON, each with its value. */
type Named = Map<string, string>;

/**
 * Returns the working directories that the transcripts in a folder name at the top of their records, each once. Lines are
 * parsed only where a value comes up that is not known yet, so that a long session costs little more than reading it.
 * `unreadable` when one of them cannot be read whole: then nobody knows what else it names.
 */
export async function readWorkingFolders(
  folder: string,
): Promise<readonly string[] | "unreadable"> {
  const children = await childrenOf(folder);
  if (typeof children === "string") return "unreadable";
  const named: Named = new Map();
  for (const child of children.filter(({ name }) => name.endsWith(".jsonl"))) {
    if (child.isDirectory()) continue;
    // What a link leads to is not read, and may name anything.
    const outcome = child.isFile() ? await readTranscript(join(folder, child.name), named) : "no";
    if (outcome === "no") return "unreadable";
  }
  return [...new Set(named.values())].sort();
}

async function readTranscript(path: string, named: Named): Promise<"read" | "no"> {
  try {
    for await (const group of readRawLines(path, { byte: 0 })) {
      for (const { bytes, ended } of group) {
        if (bytes === "too_long") return "no";
        // Somebody may still be writing the last line; it says what it says at the next import.
        if (noteFolder(bytes.toString("utf8"), named) === "broken" && ended) return "no";
      }
    }
    return "read";
  } catch (error) {
    // Agents sweep old transcripts: one that went between listing and reading names nothing any more.
    return systemCode(error) === "ENOENT" ? "read" : "no";
  }
}

/** Every value that a line holds is looked at: the one of the record itself is among them, wherever it stands. */
function noteFolder(line: string, named: Named): "noted" | "broken" {
  const isNew = [...line.matchAll(WRITTEN_CWD)].some(([, written = ""]) => !named.has(written));
  if (!isNew) return "noted";
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record === "object" && record !== null && "cwd" in record) {
      const { cwd } = record;
      if (typeof cwd === "string") named.set(writtenAs(line, cwd), cwd);
    }
    return "noted";
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "broken";
  }
}

/** JSON can spell one text in several ways; it is this line's that is met again. */
function writtenAs(line: string, cwd: string): string {
  for (const [, written = ""] of line.matchAll(WRITTEN_CWD)) {
    if (JSON.parse(written) === cwd) return written;
  }
  return JSON.stringify(cwd);
}
