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
import { placeOfCell, readForeignRecord, textInCell } from "../foreign-record.ts";
import { repairSurrogates, titleFromText } from "../text-of-record.ts";
import {
  identityOf,
  inMessage,
  type OpenCodeMessage,
  type OpenCodeSession,
  readPart,
} from "./part-events.ts";

/** The columns without which nothing can be read; all others may be absent in a version. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  session: ["id"],
  message: ["id", "data"],
  part: ["id", "message_id", "data"],
};
const WANTED: Readonly<Record<string, readonly string[]>> = {
  session: ["parent_id", "directory", "title"],
  message: ["session_id", "time_created", "data"],
  part: ["message_id", "session_id", "data"],
};
/** Parts of one message stand side by side, and so nearly do those of one session. */
const KEPT_ROWS = 50;

/** The three tables, each with the columns this file has of those wanted. */
interface Tables {
  readonly tables: ForeignTables;
  readonly session: ForeignQuery;
  readonly message: ForeignQuery;
  readonly part: ForeignQuery;
}

/**
 * Reads `opencode.db`. Parts are read in order of their ids, which OpenCode makes ascending, and each asks for its message and
 * session by id: whatever indexes a version has, no row is read twice but those. Schema: sst/opencode at 3a90639,
 * packages/core/src/session/sql.ts.
 */
export async function* readDatabase(
  file: TranscriptFile,
  openTables: OpenForeignTables,
): AsyncGenerator<TranscriptChunk> {
  const tables = await openTables({ source: "opencode", path: file.path });
  try {
    const opened = await openParts(tables, file);
    const chunk = (records: readonly TranscriptRecord[], readBytes: number): TranscriptChunk => {
      return { records, readBytes, state: "", tornBytes: 0 };
    };
    for await (const rows of tables.pages(opened.session)) {
      yield chunk(rows.flatMap(titleRecords), 0);
    }
    const readRow = createPartReader(opened);
    for await (const rows of tables.pages(opened.part)) {
      const records: TranscriptRecord[] = [];
      for (const row of rows) records.push(...(await readRow(row)));
      yield chunk(records, 0);
    }
    yield chunk([], file.size);
  } finally {
    tables.close();
  }
}

async function openParts(tables: ForeignTables, { path }: TranscriptFile): Promise<Tables> {
  const query = async (table: string): Promise<ForeignQuery> => {
    const columns = await tables.columnsOf(table);
    const lacking = (NEEDED[table] ?? []).filter((name) => !columns.has(name));
    if (lacking.length > 0) {
      const problem =
        columns.size === 0
          ? `it has no table "${table}"`
          : `its table "${table}" has no column ${lacking.join(", ")}`;
      throw sourceUnavailable("opencode", path, problem);
    }
    return { table, key: "id", columns: (WANTED[table] ?? []).filter((name) => columns.has(name)) };
  };
  return {
    tables,
    session: await query("session"),
    message: await query("message"),
    part: await query("part"),
  };
}

function titleRecords(row: ForeignRow): readonly TranscriptRecord[] {
  const session = sessionOf(String(row.key), row);
  if (session.title === "none") return [];
  return [{ type: "title", session: identityOf(session), title: titleFromText(session.title) }];
}

function createPartReader({
  tables,
  session: sessions,
  message: messages,
}: Tables): (row: ForeignRow) => Promise<readonly TranscriptRecord[]> {
  const findSession = remember((id) => tables.find(sessions, id));
  const findMessage = remember((id) => tables.find(messages, id));

  async function contextOf(
    row: ForeignRow,
  ): Promise<{ readonly session: OpenCodeSession; readonly message: OpenCodeMessage }> {
    const found = await findMessage(textInCell(row, "message_id"));
    const own = textInCell(row, "session_id");
    const sessionId = own === "none" && found !== "missing" ? textInCell(found, "session_id") : own;
    const session = sessionOf(sessionId, await findSession(sessionId));
    const message = messageOf(found);
    return { session: inMessage(session, message), message };
  }

  return async (row) => {
    const place = placeOfCell(row, "data");
    const read = readForeignRecord(row, "data");
    if (read.type === "null") return [{ type: "skipped", ...place, reason: "null" }];
    if (read.type === "broken") return [{ type: "broken", ...place, problem: read.problem }];
    const { session, message } = await contextOf(row);
    return readPart(session, message, { id: String(row.key), record: read.record, place });
  };
}

function sessionOf(id: string, row: ForeignRow | "missing"): OpenCodeSession {
  const cell = (column: string): string => {
    return row === "missing" ? "none" : repairSurrogates(textInCell(row, column));
  };
  const [parentId, directory, title] = [cell("parent_id"), cell("directory"), cell("title")];
  return { id: repairSurrogates(id), parentId, directory, title };
}

function messageOf(row: ForeignRow | "missing"): OpenCodeMessage {
  if (row === "missing" || row.cells === "too_long") return { record: {}, createdMs: "unknown" };
  const read = readForeignRecord(row, "data");
  const record = read.type === "object" ? read.record : {};
  return { record, createdMs: row.cells["time_created"] ?? "unknown" };
}

/** A lookup that remembers what it found last. */
function remember(
  find: (id: string) => Promise<ForeignRow | "missing">,
): (id: string) => Promise<ForeignRow | "missing"> {
  const known = new Map<string, ForeignRow | "missing">();
  return async (id) => {
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const found = await find(id);
    if (known.size >= KEPT_ROWS) known.clear();
    known.set(id, found);
    return found;
  };
}
