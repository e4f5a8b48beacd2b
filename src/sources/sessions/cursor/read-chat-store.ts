import { basename, dirname, join } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import type {
  ForeignQuery,
  ForeignRow,
  ForeignTables,
  OpenForeignTables,
} from "../../../ports/foreign-tables.ts";
import type {
  TranscriptChunk,
  TranscriptFile,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { placeOfBytes, placeOfCell, readForeignRecord } from "../foreign-record.ts";
import { gatherChunks } from "../gather-chunks.ts";
import { isJsonObject, type JsonObject, parseJson, textIn } from "../json-shape.ts";
import { repairSurrogates, titleFromText } from "../text-of-record.ts";
import { type ChatRoot, readChatRoot } from "./chat-root.ts";
import { folderOfUri, readSideFile } from "./folder-of.ts";
import { type CliSession, readMessage } from "./message-events.ts";

type Records = readonly TranscriptRecord[];

const BLOBS: ForeignQuery = { table: "blobs", key: "id", columns: ["data"] };
const META: ForeignQuery = { table: "meta", key: "key", columns: ["value"] };
const OPENING_BRACE = 0x7b;

/**
 * Reads a chat of Cursor's command line, `chats/<hash>/<session>/store.db`: the messages that its newest root lists, in that
 * order. A message states no time, and the one of the chat is not a message's. What of it is no JSON message is counted.
 */
export async function* readChatStore(
  file: TranscriptFile,
  openTables: OpenForeignTables,
): AsyncGenerator<TranscriptChunk> {
  const tables = await openTables({ source: "cursor", path: file.path });
  try {
    for (const { columns: wanted, key, table } of [BLOBS, META]) {
      const columns = await tables.columnsOf(table);
      if ([key, ...wanted].every((name) => columns.has(name))) continue;
      throw sourceUnavailable("cursor", file.path, `it has no table "${table}" as Cursor made it`);
    }
    yield* gatherChunks(readChat(tables, file.path), file.size);
  } finally {
    tables.close();
  }
}

async function* readChat(tables: ForeignTables, path: string): AsyncGenerator<Records> {
  const meta = await readMeta(tables);
  const root = await readRoot(tables, textIn(meta, "latestRootBlobId"));
  if (root === "unreadable") {
    yield [{ type: "unknown", ...placeOfBytes(Buffer.alloc(0)), recordType: "chat/root" }];
    return;
  }
  const session = await sessionOf(path, root);
  const title = textIn(meta, "name");
  if (title !== "none") {
    yield [{ type: "title", session: session.identity, title: titleFromText(title) }];
  }
  for (const id of root.messageIds) {
    const row = await tables.find(BLOBS, id);
    if (row === "missing") {
      const place = placeOfBytes(Buffer.from(id, "hex"));
      yield [{ type: "skipped", ...place, reason: "blob_missing" }];
    } else yield readBlob(session, row);
  }
}

async function readMeta(tables: ForeignTables): Promise<JsonObject> {
  const row = await tables.find(META, "0");
  if (row === "missing" || row.cells === "too_long") return {};
  const { value } = row.cells;
  // JSON as hex digits of its bytes.
  const digits = typeof value === "string" ? value : "";
  const parsed = parseJson(Buffer.from(digits, "hex").toString("utf8"));
  return isJsonObject(parsed) ? parsed : {};
}

async function readRoot(tables: ForeignTables, id: string): Promise<ChatRoot | "unreadable"> {
  const row = await tables.find(BLOBS, id);
  if (row === "missing" || row.cells === "too_long") return "unreadable";
  const { data } = row.cells;
  return data instanceof Uint8Array ? readChatRoot(data) : "unreadable";
}

async function sessionOf(path: string, { workspace }: ChatRoot): Promise<CliSession> {
  const folder = dirname(path);
  const beside = textIn(await readSideFile(join(folder, "meta.json")), "cwd");
  const cwd = beside === "none" ? folderOfUri(workspace).cwd : repairSurrogates(beside);
  const id = repairSurrogates(basename(folder));
  return { identity: { agent: "cursor", id, parentId: "none", agentId: "none" }, cwd };
}

function readBlob(session: CliSession, row: ForeignRow): Records {
  const place = placeOfCell(row, "data");
  const cell = row.cells === "too_long" ? null : (row.cells["data"] ?? null);
  const isText =
    typeof cell === "string" || (cell instanceof Uint8Array && cell[0] === OPENING_BRACE);
  if (cell !== null && !isText) {
    return [{ type: "unknown", ...place, recordType: "blob/protobuf" }];
  }
  const read = readForeignRecord(row, "data");
  if (read.type === "null") return [{ type: "skipped", ...place, reason: "null" }];
  if (read.type === "broken") return [{ type: "broken", ...place, problem: read.problem }];
  const { content } = read.record;
  return readMessage(session, { role: textIn(read.record, "role"), content, place });
}
