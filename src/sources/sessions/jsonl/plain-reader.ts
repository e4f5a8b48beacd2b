import type { EntryMark } from "../../../model/entry.ts";
import type {
  RecordPlace,
  TranscriptReader,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import type { JsonObject } from "../json-shape.ts";
import { listTranscripts } from "../list-transcripts.ts";
import { readAppended } from "../read-appended.ts";
import { repairSurrogates, titleFromText } from "../text-of-record.ts";
import { type PlainRecord, readPlainRecord } from "./plain-record.ts";

/** Where plain files are looked for when nobody names a folder. */
export interface PlainPlace {
  /** Absolute: the folder that hooks append to. */
  readonly spool: string;
}

/**
 * Returns the reader of the plain form, which any program can write and which hooks append to: `*.jsonl` anywhere below a
 * folder. The agent of its entries is the one each line names.
 */
export function openPlainReader({ spool }: PlainPlace): TranscriptReader {
  return {
    agent: "jsonl",
    growth: "append",
    defaultRoot: spool,
    list: (root) =>
      listTranscripts({ agent: "jsonl", root, isTranscript: (path) => path.endsWith(".jsonl") }),
    read: (file, from) =>
      readAppended({
        ...{ agent: "jsonl", file, from },
        open: () => ({ take: takeLine, save: () => "none" }),
      }),
    listMissing: async () => [],
  };
}

function takeLine(object: JsonObject, place: RecordPlace): readonly TranscriptRecord[] {
  const record = readPlainRecord(object);
  if (typeof record === "string") return [{ type: "broken", ...place, problem: record }];
  const unknown = record.unknownFields.map((name) => ({
    ...{ type: "unknown" as const, ...place },
    recordType: repairSurrogates(`field ${name.slice(0, 64)}`),
  }));
  return [eventOf(record, place), ...unknown];
}

function eventOf(record: PlainRecord, place: RecordPlace): TranscriptRecord {
  const { agent, session: id, parent: parentId, subagent: agentId } = record;
  const { kind, role, time, cwd, toolUseId, toolName } = record;
  const text = repairSurrogates(record.text);
  const title = record.title === "none" ? toolName : record.title;
  return {
    ...{ type: "event", ...place, session: { agent, id, parentId, agentId } },
    ...{ nativeId: record.id, ordinal: 0, occursIn: id, kind, role, marks: marksOf(record), text },
    ...{ textKind: record.format, title: titleFromText(title === "none" ? text : title) },
    ...{ time, cwd, toolUseId, toolName, rank: record.isReceived ? 1 : 2, facts: record.facts },
  };
}

function marksOf({ error, kind, subagent }: PlainRecord): readonly EntryMark[] {
  const marks: EntryMark[] = [];
  if (kind === "summary") marks.push("derived");
  if (error) marks.push("failed");
  if (subagent !== "none") marks.push("sidechain");
  return marks;
}
