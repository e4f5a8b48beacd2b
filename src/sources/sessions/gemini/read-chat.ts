import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import type {
  RecordPlace,
  TranscriptChunk,
  TranscriptFile,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { MAX_LINE_BYTES, recordHash } from "../../json-lines.ts";
import {
  isJsonObject,
  type JsonObject,
  listIn,
  objectIn,
  parseJson,
  textIn,
} from "../json-shape.ts";
import { codeOf } from "../list-transcripts.ts";
import { type LineReading, readAppended } from "../read-appended.ts";
import { readJsonLines } from "../read-json-lines.ts";
import { repairSurrogates } from "../text-of-record.ts";
import { type ChatSurvey, createSurveyor, isMessage, placeKey } from "./chat-survey.ts";
import { findCwd } from "./find-cwd.ts";
import { type ChatContext, readMessage } from "./message-events.ts";

/** What is needed to make events of the records of one chat. */
interface Chat {
  readonly survey: ChatSurvey;
  readonly context: ChatContext;
}

/**
 * Reads a chat file from its start: once to learn which record of a message counts and which messages were taken back, once more
 * for the events. Only ids are held in between.
 */
export async function* readChat(file: TranscriptFile): AsyncGenerator<TranscriptChunk> {
  if (file.path.endsWith(".json")) {
    yield await readWhole(file);
    return;
  }
  const surveyor = createSurveyor();
  const source = { agent: "gemini", path: file.path, byte: 0, line: 1 };
  for await (const group of readJsonLines(source)) {
    for (const next of group) {
      if (next.type === "object") surveyor.look(next.record, next.place.line);
    }
  }
  const chat = await openChat(file, surveyor.finish());
  const reading: LineReading = {
    take: (record, place) => recordsOf(chat, record, place),
    save: () => "none",
  };
  const open = (): LineReading => reading;
  yield* readAppended({ agent: "gemini", file, from: { byte: 0, state: "" }, open });
}

/** The old form: one JSON text for the whole chat. It has no lines, and its records no bytes of their own. */
async function readWhole(file: TranscriptFile): Promise<TranscriptChunk> {
  const end = { readBytes: file.size, state: "", tornBytes: 0 };
  const bytes = await bytesOf(file);
  const place = { startByte: 0, endByte: 0, line: 0, sha256: recordHash(bytes) };
  const record = parseJson(bytes.toString("utf8"));
  if (!isJsonObject(record)) {
    return { ...end, records: [{ type: "broken", ...place, problem: "it is no JSON object" }] };
  }
  const surveyor = createSurveyor();
  surveyor.look(record, place.line);
  const chat = await openChat(file, surveyor.finish());
  return { ...end, records: recordsOf(chat, record, place) };
}

async function bytesOf({ path, size }: TranscriptFile): Promise<Buffer> {
  if (size > MAX_LINE_BYTES) {
    throw sourceUnavailable("gemini", path, "it is one JSON text of more than 64 MiB");
  }
  try {
    return await readFile(path);
  } catch (error) {
    throw sourceUnavailable("gemini", path, codeOf(error), error);
  }
}

async function openChat({ path }: TranscriptFile, survey: ChatSurvey): Promise<Chat> {
  const folder = basename(dirname(path));
  const isNested = folder !== "chats";
  const name = basename(path).replace(/\.jsonl?$/, "");
  const session = {
    agent: "gemini",
    id: repairSurrogates(survey.sessionId === "none" ? name : survey.sessionId),
    parentId: isNested ? folder : "none",
    agentId: "none",
  };
  const isSubagent = isNested || survey.isSubagent;
  return { survey, context: { session, isSubagent, cwd: await findCwd(path) } };
}

function recordsOf(
  chat: Chat,
  record: JsonObject,
  place: RecordPlace,
): readonly TranscriptRecord[] {
  const skipped = (reason: string): TranscriptRecord => ({ type: "skipped", ...place, reason });
  if ("$rewindTo" in record) return [skipped("rewind")];
  const revision = revisionOf(record, place);
  if (isMessage(record)) return messageRecords(chat, record, { place, revision, index: 0 });
  const isPatch = "$set" in record;
  if (!isPatch && textIn(record, "sessionId") === "none") {
    return [{ type: "unknown", ...place, recordType: "record" }];
  }
  const meta = isPatch ? objectIn(record, "$set") : record;
  const messages = listIn(meta, "messages").filter(isJsonObject);
  const { title } = chat.survey;
  const { session } = chat.context;
  const isTitled = textIn(meta, "summary") === title && title !== "none";
  return [
    skipped("meta"),
    ...messages.flatMap((message, index) =>
      messageRecords(chat, message, { place, revision, index }),
    ),
    ...(isTitled ? [{ type: "title" as const, session, title: repairSurrogates(title) }] : []),
  ];
}

/**
 * Lines are only appended, so that a later one is the later state of a message. The old form is written anew as a whole and says
 * when; a chat that was carried over from it into lines goes on there.
 */
function revisionOf(record: JsonObject, { line, startByte }: RecordPlace): string {
  if (line > 0) return `lines ${String(startByte).padStart(16, "0")}`;
  return `all ${textIn(record, "lastUpdated")}`;
}

interface MessagePlace {
  readonly place: RecordPlace;
  readonly revision: string;
  /** Within its record. */
  readonly index: number;
}

function messageRecords(
  { context, survey }: Chat,
  message: JsonObject,
  { index, place, revision }: MessagePlace,
): readonly TranscriptRecord[] {
  const id = textIn(message, "id");
  const counts = id === "none" || survey.lastPlace.get(id) === placeKey(place.line, index);
  if (!counts) return [{ type: "skipped", ...place, reason: "superseded" }];
  return readMessage(context, { message, place, revision, isRewound: survey.rewound.has(id) });
}
