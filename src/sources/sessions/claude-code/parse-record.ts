import type { EntryMark, SessionIdentity } from "../../../model/entry.ts";
import type {
  RecordPlace,
  TranscriptEvent,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { type JsonObject, objectIn, textIn } from "../json-shape.ts";
import { repairSurrogates, timeFromRecord, titleFromText } from "../text-of-record.ts";
import { isCommandMarkup } from "./command-markup.ts";
import { type MessageBlock, readBlocks } from "./message-blocks.ts";
import type { TranscriptPlace } from "./transcript-place.ts";

/** What surrounds a record in its file. */
export interface RecordSurroundings {
  readonly file: TranscriptPlace;
  /** The last one named before in this file. */
  readonly cwd: string | "none";
  readonly place: RecordPlace;
}

type EventBlock = Extract<MessageBlock, { readonly type: "event" }>;

const TITLES = new Map([
  ["summary", "summary"],
  ["custom-title", "customTitle"],
  ["ai-title", "aiTitle"],
]);
/** Records that the program keeps for itself: nobody said anything in them. */
const OWN_RECORDS: ReadonlySet<string> = new Set([
  "agent-name",
  "attachment",
  "file-history-delta",
  "file-history-snapshot",
  "last-prompt",
  "mode",
  "pr-link",
  "progress",
  "queue-operation",
]);

/** Reads one record. Its type alone decides; what is not known is counted and never guessed at. */
export function parseRecord(
  record: JsonObject,
  around: RecordSurroundings,
): readonly TranscriptRecord[] {
  const { place } = around;
  const type = textIn(record, "type");
  if (type === "user" || type === "assistant") return readMessage(record, around, type);
  if (type === "system" || type === "compact_boundary") return [readSystem(record, around)];
  const titleField = TITLES.get(type);
  if (titleField !== undefined) {
    const title = titleFromText(textIn(record, titleField));
    if (typeof record[titleField] !== "string" || title === "") {
      return [{ type: "skipped", ...place, reason: "empty" }];
    }
    return [{ type: "title", session: sessionOf(record, around.file), title }];
  }
  if (OWN_RECORDS.has(type)) return [{ type: "skipped", ...place, reason: type }];
  return [{ type: "unknown", ...place, recordType: repairSurrogates(type) }];
}

function readMessage(
  record: JsonObject,
  around: RecordSurroundings,
  role: "user" | "assistant",
): readonly TranscriptRecord[] {
  const content = objectIn(record, "message")["content"];
  const blocks = readBlocks(content, { role, spillFolder: around.file.spillFolder });
  return blocks.map((block, ordinal) =>
    block.type === "event"
      ? toEvent(record, around, { ...labelled(record, block), ordinal })
      : { ...block, ...around.place },
  );
}

/** A compaction's summary is the program's: it stands where a user would speak and is no statement of theirs. */
function labelled(record: JsonObject, block: EventBlock): EventBlock {
  if (block.kind !== "message") return block;
  if (record["isCompactSummary"] === true) {
    return { ...block, kind: "summary", role: "system", marks: ["derived"] };
  }
  if (block.role !== "user") return block;
  const marks: EntryMark[] = record["isSidechain"] === true ? ["agent"] : [];
  if (record["isMeta"] === true || isCommandMarkup(block.text)) marks.push("synthetic");
  return { ...block, marks };
}

function readSystem(record: JsonObject, around: RecordSurroundings): TranscriptRecord {
  const written = textIn(record, "subtype");
  const subtype = written === "none" ? textIn(record, "type") : written;
  const content = record["content"];
  const said = typeof content === "string" ? repairSurrogates(content) : "";
  const text = said.trim() === "" && subtype === "compact_boundary" ? "Compacted" : said;
  if (text.trim() === "")
    return { type: "skipped", ...around.place, reason: repairSurrogates(subtype) };
  const marks: readonly EntryMark[] = subtype === "local_command" ? ["synthetic"] : [];
  const tool = { toolUseId: "none", toolName: "none" };
  const block = { type: "event", kind: "system", role: "system", text, marks, ...tool } as const;
  return toEvent(record, around, { ...block, ordinal: 0 });
}

function toEvent(
  record: JsonObject,
  { cwd, file, place }: RecordSurroundings,
  { ordinal, ...block }: EventBlock & { readonly ordinal: number },
): TranscriptEvent {
  const session = sessionOf(record, file);
  const sidechain: readonly EntryMark[] = record["isSidechain"] === true ? ["sidechain"] : [];
  return {
    ...place,
    ...block,
    session,
    nativeId: repairSurrogates(textIn(record, "uuid")),
    ordinal,
    occursIn: session.id,
    marks: [...block.marks, ...sidechain].sort(),
    textKind: block.role === "assistant" && block.kind === "message" ? "markdown" : "text",
    title: block.toolName === "none" ? titleFromText(block.text) : block.toolName,
    time: timeFromRecord(record["timestamp"], "observed"),
    cwd,
    rank: 2,
    facts: factsOf(record),
  };
}

function sessionOf(record: JsonObject, file: TranscriptPlace): SessionIdentity {
  const written = textIn(record, "sessionId");
  const agentId = textIn(record, "agentId");
  return {
    agent: "claude-code",
    id: repairSurrogates(written === "none" ? file.sessionId : written),
    parentId: "none",
    agentId: repairSurrogates(agentId === "none" ? file.agentId : agentId),
  };
}

const MAX_FACT_CHARACTERS = 200;

function factsOf(record: JsonObject): Readonly<Record<string, string>> {
  const facts = ["gitBranch", "promptId", "requestId", "version"].map(
    (name) => [name, textIn(record, name)] as const,
  );
  const all = [...facts, ["model", textIn(objectIn(record, "message"), "model")] as const];
  return Object.fromEntries(
    all
      .filter(([, value]) => value !== "none" && value.length <= MAX_FACT_CHARACTERS)
      .map(([name, value]) => [name, repairSurrogates(value)]),
  );
}
