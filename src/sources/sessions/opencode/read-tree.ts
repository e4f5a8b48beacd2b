import type { BigIntStats, Dirent } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import type {
  TranscriptChunk,
  TranscriptFile,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { MAX_LINE_BYTES } from "../../json-lines.ts";
import { placeOfBytes } from "../foreign-record.ts";
import { isJsonObject, type JsonObject, parseJson, textIn } from "../json-shape.ts";
import { codeOf } from "../list-transcripts.ts";
import { repairSurrogates, titleFromText } from "../text-of-record.ts";
import {
  identityOf,
  inMessage,
  type OpenCodeMessage,
  type OpenCodeSession,
  readPart,
} from "./part-events.ts";

const CHUNK_BYTES = 1024 * 1024;

/** One JSON file of the tree. */
interface TreeFile {
  readonly path: string;
  /** Its name without `.json`. */
  readonly id: string;
}

/**
 * Reads a session of the tree that OpenCode wrote before it had a database: `storage/session/<project>/<session>.json`, its
 * messages in `storage/message/<session>/`, their parts in `storage/part/<message>/`. Ids ascend, so that names give the order.
 */
export async function* readTree(file: TranscriptFile): AsyncGenerator<TranscriptChunk> {
  const id = basename(file.path, ".json");
  const { bytes, record } = await readJsonFile(file.path);
  if (record === "unreadable") {
    const problem = "it is no JSON object";
    const broken = { type: "broken" as const, ...placeOfBytes(bytes), problem };
    yield { records: [broken], readBytes: file.size, state: "", tornBytes: 0 };
    return;
  }
  const session = sessionOf(id, record);
  const titles: readonly TranscriptRecord[] =
    session.title === "none"
      ? []
      : [{ type: "title", session: identityOf(session), title: titleFromText(session.title) }];
  let records: TranscriptRecord[] = [...titles];
  let held = 0;
  const storage = storageOf(file.path);
  for (const child of await jsonFilesIn(join(storage, "message", id))) {
    for await (const part of partsOf(storage, child, session)) {
      records.push(...part.records);
      held += part.bytes;
      if (held < CHUNK_BYTES) continue;
      yield { records, readBytes: 0, state: "", tornBytes: 0 };
      records = [];
      held = 0;
    }
  }
  yield { records, readBytes: file.size, state: "", tornBytes: 0 };
}

/** Returns a session of the tree with the size and the latest time of all files it is made of: any of them may have changed. */
export async function withItsParts(file: TranscriptFile): Promise<TranscriptFile> {
  const storage = storageOf(file.path);
  const messages = await jsonFilesIn(join(storage, "message", basename(file.path, ".json")));
  let { mtimeNs, size } = file;
  const add = async ({ path }: TreeFile): Promise<void> => {
    const stats = await statOf(path);
    if (stats === "gone") return;
    size += Number(stats.size);
    if (stats.mtimeNs > mtimeNs) mtimeNs = stats.mtimeNs;
  };
  for (const message of messages) {
    await add(message);
    for (const part of await jsonFilesIn(join(storage, "part", message.id))) await add(part);
  }
  return { path: file.path, size, mtimeNs };
}

async function* partsOf(
  storage: string,
  child: TreeFile,
  session: OpenCodeSession,
): AsyncGenerator<{ readonly records: readonly TranscriptRecord[]; readonly bytes: number }> {
  const told = await readJsonFile(child.path);
  const record = told.record === "unreadable" ? {} : told.record;
  const message: OpenCodeMessage = { record, createdMs: "unknown" };
  for (const part of await jsonFilesIn(join(storage, "part", child.id))) {
    const read = await readJsonFile(part.path);
    const place = placeOfBytes(read.bytes);
    const records: readonly TranscriptRecord[] =
      read.record === "unreadable"
        ? [{ type: "broken", ...place, problem: "it is no JSON object" }]
        : readPart(inMessage(session, message), message, {
            ...{ id: part.id, record: read.record, place },
          });
    yield { records, bytes: read.bytes.length };
  }
}

function sessionOf(id: string, record: JsonObject): OpenCodeSession {
  const text = (name: string): string => repairSurrogates(textIn(record, name));
  return { id, parentId: text("parentID"), directory: text("directory"), title: text("title") };
}

function storageOf(path: string): string {
  return dirname(dirname(dirname(path)));
}

/** Regular files only, sorted; none where the folder is absent: a session may have no messages. */
async function jsonFilesIn(folder: string): Promise<readonly TreeFile[]> {
  const children = await childrenOf(folder);
  return children
    .filter((child) => child.isFile() && child.name.endsWith(".json"))
    .map(({ name }) => ({ path: join(folder, name), id: basename(name, ".json") }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function childrenOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return [];
    throw sourceUnavailable("opencode", folder, code, error);
  }
}

async function statOf(path: string): Promise<BigIntStats | "gone"> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return "gone";
    throw sourceUnavailable("opencode", path, code, error);
  }
}

async function readJsonFile(
  path: string,
): Promise<{ readonly bytes: Buffer; readonly record: JsonObject | "unreadable" }> {
  try {
    const { size } = await lstat(path);
    if (size > MAX_LINE_BYTES) return { bytes: Buffer.alloc(0), record: "unreadable" };
    const bytes = await readFile(path);
    const record = parseJson(bytes.toString("utf8"));
    return { bytes, record: isJsonObject(record) ? record : "unreadable" };
  } catch (error) {
    throw sourceUnavailable("opencode", path, codeOf(error), error);
  }
}
