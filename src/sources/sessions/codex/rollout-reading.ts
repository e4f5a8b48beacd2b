import type { RecordPlace, TranscriptRecord } from "../../../ports/transcript-reader.ts";
import { isJsonObject, type JsonObject, listIn, objectIn, textIn } from "../json-shape.ts";
import type { LineReading } from "../read-appended.ts";
import { repairSurrogates, timeFromRecord, titleFromText } from "../text-of-record.ts";
import { classifyMessage } from "./event-messages.ts";
import { createOpenCalls, type OpenCalls } from "./open-calls.ts";
import {
  readCompacted,
  readResponseItem,
  readShownError,
  type Said,
  type Unsaid,
} from "./response-items.ts";
import {
  bareThread,
  ownerOfTurn,
  readThread,
  type Thread,
  timeInId,
  withThread,
} from "./thread-chain.ts";
import { endOfCall } from "./tool-output.ts";

/** Where the reading of a rollout stands. */
interface Rollout {
  readonly calls: OpenCalls;
  /** The file's own thread first, then those it copies lines of. */
  threads: readonly Thread[];
  /** Which of them the lines belong to now; -1 before the first. */
  owner: number;
  /** When the turn began that is being read, by its id. */
  turnMs: number | "unknown";
  cwd: string | "none";
  model: string | "none";
}

/** Opens the reading of one rollout file. `fileId` is the id in its name, for a file without `session_meta`. */
export function openRollout(fileId: string, saved: unknown): LineReading {
  const state = isJsonObject(saved) ? saved : {};
  const rollout: Rollout = {
    calls: createOpenCalls(state["calls"]),
    threads: listIn(state, "threads") as readonly Thread[],
    owner: typeof state["owner"] === "number" ? state["owner"] : -1,
    turnMs: typeof state["turnMs"] === "number" ? state["turnMs"] : "unknown",
    cwd: textIn(state, "cwd"),
    model: textIn(state, "model"),
  };
  return {
    take: (record, place) => takeLine(rollout, fileId, record, place),
    save: () => ({ ...rollout, calls: rollout.calls.save() }),
  };
}

/** The first Codex versions wrote payloads without an envelope, and so without times. */
function takeLine(
  rollout: Rollout,
  fileId: string,
  record: JsonObject,
  place: RecordPlace,
): readonly TranscriptRecord[] {
  const payload = objectIn(record, "payload");
  const isBare = !("payload" in record);
  if (isBare && "record_type" in record) return [{ type: "skipped", ...place, reason: "state" }];
  const isBareMeta = isBare && !("type" in record) && "id" in record;
  const type = isBareMeta ? "session_meta" : isBare ? "response_item" : textIn(record, "type");
  if (type === "session_meta") return takeMeta(rollout, isBare ? record : payload, record, place);
  if (rollout.threads.length === 0) {
    rollout.threads = [bareThread(fileId)];
    settleOwner(rollout);
  }
  const line = { rollout, place, written: isBare ? "none" : record["timestamp"] };
  return takePayload(line, type, isBare ? record : payload);
}

/** One line with what it takes to make records of it. */
interface Line {
  readonly rollout: Rollout;
  readonly place: RecordPlace;
  /** The time on it, as it stands there. */
  readonly written: unknown;
}

function takePayload(line: Line, type: string, payload: JsonObject): readonly TranscriptRecord[] {
  switch (type) {
    case "turn_context":
      beginTurn(line.rollout, payload);
      return skip(line, "meta");
    case "response_item":
      return [recordOf(line, readResponseItem(payload))];
    case "event_msg":
      return takeMessage(line, payload);
    case "compacted":
      return [recordOf(line, readCompacted(payload))];
    case "world_state":
    case "ghost_snapshot":
      return skip(line, "state");
    default:
      return [{ type: "unknown", ...line.place, recordType: repairSurrogates(type) }];
  }
}

/** The first one names the file's thread. Those of other threads come with copied lines. */
function takeMeta(
  rollout: Rollout,
  meta: JsonObject,
  record: JsonObject,
  place: RecordPlace,
): readonly TranscriptRecord[] {
  const thread = readThread(meta, record["timestamp"]);
  if (thread === "unreadable") {
    return [{ type: "broken", ...place, problem: "a session_meta without an id" }];
  }
  rollout.threads = withThread(rollout.threads, thread);
  settleOwner(rollout);
  return [{ type: "skipped", ...place, reason: "meta" }];
}

function beginTurn(rollout: Rollout, context: JsonObject): void {
  moveOwner(rollout, context);
  const cwd = textIn(context, "cwd");
  if (cwd !== "none") rollout.cwd = repairSurrogates(cwd);
  rollout.model = textIn(context, "model");
}

function moveOwner(rollout: Rollout, payload: JsonObject): void {
  const turnMs = timeInId(textIn(payload, "turn_id"));
  if (turnMs === "unknown") return;
  rollout.turnMs = turnMs;
  settleOwner(rollout);
}

function settleOwner(rollout: Rollout): void {
  const { threads, turnMs } = rollout;
  const owner = ownerOfTurn(threads, turnMs);
  if (owner === rollout.owner) return;
  rollout.owner = owner;
  rollout.cwd =
    [threads[owner], threads[0]].find((thread) => thread?.cwd !== "none")?.cwd ?? "none";
}

function takeMessage(line: Line, message: JsonObject): readonly TranscriptRecord[] {
  const { rollout } = line;
  const type = textIn(message, "type");
  // Written before the turn's context, and before the first words of the turn.
  if (type === "task_started" || type === "turn_started") moveOwner(rollout, message);
  switch (classifyMessage(type)) {
    case "end":
      return takeEnd(line, message);
    case "error":
      return [recordOf(line, readShownError(message))];
    case "name": {
      const title = textIn(message, "thread_name");
      const named =
        title === "none" ? [] : [{ type: "title" as const, session: identityOf(rollout), title }];
      return [...skip(line, "meta"), ...named];
    }
    case "mirror":
      return skip(line, "mirror");
    case "state":
      return skip(line, "state");
    case "unknown":
      return [{ type: "unknown", ...line.place, recordType: `event_msg/${type}` }];
  }
}

/** Told before the result, how a call ended becomes part of it; told after, it marks the result that was read. */
function takeEnd(line: Line, message: JsonObject): readonly TranscriptRecord[] {
  const id = textIn(message, "call_id");
  const end = endOfCall(message);
  const isLate = id !== "none" && line.rollout.calls.ended(id, end) === "late";
  if (!isLate || !end.failed) return skip(line, "mirror");
  const session = identityOf(line.rollout);
  return [
    ...skip(line, "mirror"),
    { type: "marked", session, nativeId: resultId(id), add: ["failed"] },
  ];
}

function resultId(callId: string): string {
  return `${callId}/result`;
}

function skip({ place }: Line, reason: string): readonly TranscriptRecord[] {
  return [{ type: "skipped", ...place, reason }];
}

function recordOf(line: Line, said: Said | Unsaid): TranscriptRecord {
  if ("skipped" in said) return { type: "skipped", ...line.place, reason: said.skipped };
  if ("unknown" in said) return { type: "unknown", ...line.place, recordType: said.unknown };
  const { rollout } = line;
  const { kind, toolUseId } = said;
  if (kind === "tool_call") rollout.calls.called(toolUseId, said.toolName);
  const whole = kind === "tool_result" ? withCall(said, rollout.calls) : said;
  return eventOf(line, whole);
}

function withCall(said: Said, calls: OpenCalls): Said {
  const { toolName, end } = calls.returned(said.toolUseId);
  const named = { ...said, toolName };
  if (end === "none") return named;
  return {
    ...named,
    marks: end.failed ? ["failed"] : said.marks,
    facts: end.exitCode === "none" ? said.facts : { ...said.facts, exitCode: end.exitCode },
  };
}

function identityOf({ threads, owner }: Rollout): Thread["identity"] {
  return (threads[owner] ?? bareThread("unknown")).identity;
}

function eventOf({ rollout, place, written }: Line, said: Said): TranscriptRecord {
  const thread = rollout.threads[rollout.owner] ?? bareThread("unknown");
  const text = repairSurrogates(said.text);
  const isTool = said.kind === "tool_call" || said.kind === "tool_result";
  const marks = thread.isSubagent ? [...said.marks, "sidechain" as const] : said.marks;
  return {
    ...{ type: "event", ...place, session: thread.identity },
    nativeId:
      said.kind === "tool_result" && said.toolUseId !== "none" ? resultId(said.toolUseId) : "none",
    ordinal: 0,
    occursIn: thread.identity.id,
    ...{
      kind: said.kind,
      role: said.role,
      marks: [...marks].sort(),
      text,
      textKind: said.textKind,
    },
    title: isTool && said.toolName !== "none" ? said.toolName : titleFromText(text),
    // A copy carries the time of copying.
    time: timeFromRecord(written, rollout.owner === 0 ? "observed" : "observed_restamped"),
    ...{ cwd: rollout.cwd, toolUseId: said.toolUseId, toolName: said.toolName, rank: 2 },
    facts: { ...said.facts, ...aboutTurn(rollout, thread, said) },
  };
}

function aboutTurn(
  { model }: Rollout,
  { branch }: Thread,
  { role }: Said,
): Readonly<Record<string, string>> {
  const byModel = role === "assistant" && model !== "none" ? { model } : {};
  return { ...byModel, ...(branch === "none" ? {} : { branch }) };
}
