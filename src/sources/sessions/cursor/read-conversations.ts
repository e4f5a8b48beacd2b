import { dirname, join } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import type { SessionIdentity } from "../../../model/entry.ts";
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
import { isJsonObject, type JsonObject, listIn, objectIn, textIn } from "../json-shape.ts";
import { repairSurrogates, titleFromText } from "../text-of-record.ts";
import { folderOfBubble, readBubble } from "./bubble-events.ts";
import { folderOfUri, type NamedFolder, readSideFile } from "./folder-of.ts";

type Records = readonly TranscriptRecord[];

/** The only table that is read: the other one, `ItemTable`, holds the user's tokens. */
const VALUES: ForeignQuery = { table: "cursorDiskKV", key: "key", columns: ["value"] };
const KEYS: ForeignQuery = { ...VALUES, columns: [] };
const CONVERSATION = "composerData:";
const BUBBLE = "bubbleId:";

/** One conversation while its bubbles are read in order. */
interface Conversation {
  readonly id: string;
  readonly session: SessionIdentity;
  /** Moves on with the bubbles: one conversation can be taken along into another window. */
  folder: NamedFolder;
}

/**
 * Reads `state.vscdb` of Cursor's editor: each conversation in the order its own list of headers gives, then bubbles that no list
 * names. Times are those of the bubbles and of nothing else.
 */
export async function* readConversations(
  file: TranscriptFile,
  openTables: OpenForeignTables,
): AsyncGenerator<TranscriptChunk> {
  const { folder } = await readSideFile(join(dirname(file.path), "workspace.json"));
  const tables = await openTables({ source: "cursor", path: file.path });
  try {
    const columns = await tables.columnsOf(VALUES.table);
    if (columns.has("key") && columns.has("value")) {
      yield* gatherChunks(readAll(tables, folderOfUri(folder)), file.size);
      return;
    }
    // A window's own state has had no conversations for long, and then not their table.
    if (columns.size > 0 || /[\\/]globalStorage[\\/][^\\/]*$/.test(file.path)) {
      const problem = `it has no table "${VALUES.table}" with a key and a value`;
      throw sourceUnavailable("cursor", file.path, problem);
    }
    yield { records: [], readBytes: file.size, state: "", tornBytes: 0 };
  } finally {
    tables.close();
  }
}

async function* readAll(tables: ForeignTables, folder: NamedFolder): AsyncGenerator<Records> {
  const known = new Set<string>();
  for await (const rows of tables.pages(VALUES, CONVERSATION)) {
    for (const row of rows) {
      const id = String(row.key).slice(CONVERSATION.length);
      known.add(id);
      yield* readConversation(tables, { id, row, folder });
    }
  }
  for await (const rows of tables.pages(KEYS, BUBBLE)) {
    for (const { key } of rows) {
      const id = conversationOf(String(key));
      if (known.has(id)) continue;
      known.add(id);
      yield* readUnlisted(tables, openConversation({ id, record: {}, folder }), new Set());
    }
  }
}

async function* readConversation(
  tables: ForeignTables,
  {
    folder,
    id,
    row,
  }: { readonly id: string; readonly row: ForeignRow; readonly folder: NamedFolder },
): AsyncGenerator<Records> {
  const place = placeOfCell(row, "value");
  const read = readForeignRecord(row, "value");
  const record = read.type === "object" ? read.record : {};
  if (read.type === "null") yield [{ type: "skipped", ...place, reason: "null" }];
  if (read.type === "broken") yield [{ type: "broken", ...place, problem: read.problem }];
  const conversation = openConversation({ id, record, folder });
  const title = textIn(record, "name");
  if (title !== "none") {
    const { session } = conversation;
    yield [{ type: "title", session, title: titleFromText(title) }];
  }
  const listed = new Set<string>();
  for (const header of listIn(record, "fullConversationHeadersOnly").filter(isJsonObject)) {
    const bubbleId = textIn(header, "bubbleId");
    if (listed.has(bubbleId)) continue;
    listed.add(bubbleId);
    const found = await tables.find(VALUES, `${BUBBLE}${id}:${bubbleId}`);
    if (found === "missing") yield [{ type: "skipped", ...place, reason: "bubble_missing" }];
    else yield readRow(conversation, found, true);
  }
  // Before bubbles had rows of their own a conversation held them.
  for (const inline of listIn(record, "conversation").filter(isJsonObject)) {
    const bubbleId = textIn(inline, "bubbleId");
    if (listed.has(bubbleId)) continue;
    if (bubbleId !== "none") listed.add(bubbleId);
    yield readRecord(conversation, { id: bubbleId, record: inline, isListed: true });
  }
  yield* readUnlisted(tables, conversation, listed);
}

async function* readUnlisted(
  tables: ForeignTables,
  conversation: Conversation,
  listed: ReadonlySet<string>,
): AsyncGenerator<Records> {
  const prefix = `${BUBBLE}${conversation.id}:`;
  for await (const rows of tables.pages(KEYS, prefix)) {
    for (const { key } of rows) {
      if (listed.has(String(key).slice(prefix.length))) continue;
      const row = await tables.find(VALUES, String(key));
      if (row !== "missing") yield readRow(conversation, row, false);
    }
  }
}

function openConversation(given: {
  readonly id: string;
  readonly record: JsonObject;
  readonly folder: NamedFolder;
}): Conversation {
  const id = repairSurrogates(given.id);
  const parent = textIn(objectIn(given.record, "subagentInfo"), "parentComposerId");
  const { uri } = objectIn(given.record, "workspaceIdentifier");
  const stated = folderOfUri(isJsonObject(uri) ? (uri["external"] ?? uri["path"]) : uri);
  return {
    id: given.id,
    session: { agent: "cursor", id, parentId: repairSurrogates(parent), agentId: "none" },
    folder: stated.cwd === "none" ? given.folder : stated,
  };
}

function readRow(conversation: Conversation, row: ForeignRow, isListed: boolean): Records {
  const place = placeOfCell(row, "value");
  const read = readForeignRecord(row, "value");
  if (read.type === "null") return [{ type: "skipped", ...place, reason: "null" }];
  if (read.type === "broken") return [{ type: "broken", ...place, problem: read.problem }];
  const id = repairSurrogates(String(row.key).slice(`${BUBBLE}${conversation.id}:`.length));
  return readRecord(conversation, { id, record: read.record, isListed }, place);
}

function readRecord(
  conversation: Conversation,
  bubble: { readonly id: string; readonly record: JsonObject; readonly isListed: boolean },
  place = placeOfBytes(Buffer.from(JSON.stringify(bubble.record))),
): Records {
  const stated = folderOfBubble(bubble.record);
  if (stated.cwd !== "none") conversation.folder = stated;
  const { folder, session } = conversation;
  return readBubble({ ...bubble, place, session, folder });
}

function conversationOf(key: string): string {
  return key.slice(BUBBLE.length, key.lastIndexOf(":"));
}
