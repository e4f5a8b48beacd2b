import { join } from "node:path";
import type {
  RecordPlace,
  TranscriptChunk,
  TranscriptFile,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { type JsonObject, objectIn, textIn } from "../json-shape.ts";
import { readAppended } from "../read-appended.ts";
import { repairSurrogates } from "../text-of-record.ts";
import { readSideFile } from "./folder-of.ts";
import { type CliSession, readMessage } from "./message-events.ts";

const PLACE =
  /^(.*[\\/]projects[\\/][^\\/]+)[\\/]agent-transcripts[\\/](?:(.*)[\\/]subagents[\\/])?(?:.*[\\/])?([^\\/]+)[.]jsonl$/;

/**
 * Reads a transcript of Cursor's command line, `projects/<name>/agent-transcripts/<session>/<session>.jsonl`. Its lines state
 * neither times nor a folder. The folder's name is no path: only the file that says which folder is trusted, beside the
 * transcripts, states one.
 */
export async function* readTranscript(file: TranscriptFile): AsyncGenerator<TranscriptChunk> {
  const session = await sessionOf(file.path);
  const take = (record: JsonObject, place: RecordPlace): readonly TranscriptRecord[] =>
    readLine(session, record, place);
  const open = (): { take: typeof take; save: () => string } => ({ take, save: () => "none" });
  yield* readAppended({ agent: "cursor", file, from: { byte: 0, state: "" }, open });
}

async function sessionOf(path: string): Promise<CliSession> {
  const [, project = "", parents = "", id = path] = PLACE.exec(path) ?? [];
  const parentId = parents.split(/[\\/]/).at(-1) ?? "";
  const trusted = await readSideFile(join(project, ".workspace-trusted"));
  return {
    identity: {
      ...{ agent: "cursor", id: repairSurrogates(id), agentId: "none" },
      parentId: parentId === "" ? "none" : repairSurrogates(parentId),
    },
    cwd: repairSurrogates(textIn(trusted, "workspacePath")),
  };
}

function readLine(
  session: CliSession,
  record: JsonObject,
  place: RecordPlace,
): readonly TranscriptRecord[] {
  const role = textIn(record, "role");
  if (role !== "none") {
    const content = objectIn(record, "message")["content"] ?? record["content"];
    return readMessage(session, { role, content, place });
  }
  const type = textIn(record, "type");
  if (type === "turn_ended") return [{ type: "skipped", ...place, reason: "turn" }];
  return [{ type: "unknown", ...place, recordType: repairSurrogates(type.slice(0, 80)) }];
}
