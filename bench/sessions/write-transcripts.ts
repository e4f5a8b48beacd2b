import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../seeded-random.ts";
import { createEventWriter, type EventText } from "./invent-events.ts";

/** Which transcripts to write. */
export interface TranscriptPlan {
  /** Holds `projects/`, as an agent's own folder does. */
  readonly root: string;
  /** The working directory every record names. */
  readonly workspace: string;
  /** Written until both are reached; whole sessions only. */
  readonly bytes: number;
  readonly events: number;
  readonly seed: number;
  /** `short`: prompts alone, to reach a number of events. */
  readonly course: "whole" | "short";
}

/** What was written. */
export interface WrittenTranscripts {
  readonly files: number;
  readonly events: number;
  readonly bytes: number;
  /** UTF-8 bytes of the texts alone: what is redacted, kept and indexed, but for JSON around a call's arguments. */
  readonly textBytes: number;
  /** Share of the text's bytes by who said it. */
  readonly shares: Readonly<Record<EventText["kind"], number>>;
  readonly meanLineBytes: number;
  readonly longestLineBytes: number;
  /** The beginnings of some texts, for asking about. */
  readonly samples: readonly string[];
}

const EVENTS_A_SESSION = 400;
const FIRST_EVENT_MS = { whole: Date.UTC(2025, 0, 1), short: Date.UTC(2024, 0, 1) };
const SAMPLES = 2_000;

/** Writes transcripts in Claude Code's form, one file a session. Equal plans give equal bytes, but for the workspace's name. */
export function writeTranscripts(plan: TranscriptPlan): WrittenTranscripts {
  const folder = join(plan.root, "projects", "-bench");
  mkdirSync(folder, { recursive: true });
  const random = seededRandom(plan.seed);
  const writer = createEventWriter(random);
  const shares = { prompt: 0, reply: 0, call: 0, result: 0 };
  const samples: string[] = [];
  let [files, events, bytes, textBytes, longestLineBytes] = [0, 0, 0, 0, 0];
  while (bytes < plan.bytes || events < plan.events) {
    const session = uuidOf(random);
    const file = openSync(join(folder, `${session}.jsonl`), "w");
    const startMs = FIRST_EVENT_MS[plan.course] + files * 3_600_000;
    let parentUuid: string | null = null;
    const lines: string[] = [];
    for (const [place, event] of writer[plan.course](EVENTS_A_SESSION).entries()) {
      const uuid = uuidOf(random);
      const timestamp = new Date(startMs + place * 7_013).toISOString();
      const line = lineOf(event, { uuid, parentUuid, timestamp, session, cwd: plan.workspace });
      parentUuid = uuid;
      const [lineBytes, ofText] = [Buffer.byteLength(line) + 1, Buffer.byteLength(event.text)];
      lines.push(line);
      bytes += lineBytes;
      textBytes += ofText;
      shares[event.kind] += ofText;
      longestLineBytes = Math.max(longestLineBytes, lineBytes);
      if (samples.length < SAMPLES && place % 7 === 0) samples.push(event.text.slice(0, 2_000));
      events += 1;
    }
    writeSync(file, `${lines.join("\n")}\n`);
    closeSync(file);
    files += 1;
  }
  for (const kind of ["prompt", "reply", "call", "result"] as const) shares[kind] /= textBytes;
  const meanLineBytes = bytes / events;
  return { files, events, bytes, textBytes, shares, meanLineBytes, longestLineBytes, samples };
}

/** What stands around an event in its line. */
interface LineFrame {
  readonly uuid: string;
  readonly parentUuid: string | null;
  readonly timestamp: string;
  readonly session: string;
  readonly cwd: string;
}

function lineOf(event: EventText, { session, ...frame }: LineFrame): string {
  const isUser = event.kind === "prompt" || event.kind === "result";
  return JSON.stringify({
    ...{ parentUuid: frame.parentUuid, isSidechain: false, userType: "external" },
    ...{ cwd: frame.cwd, sessionId: session, version: "2.1.230", gitBranch: "main" },
    type: isUser ? "user" : "assistant",
    message: isUser
      ? { role: "user", content: contentOf(event) }
      : { ...ASSISTANT, content: contentOf(event) },
    ...(event.kind === "result" ? { toolUseResult: printed(event.text) } : {}),
    ...{ uuid: frame.uuid, timestamp: frame.timestamp },
  });
}

/** An assistant's message carries what it cost. */
const ASSISTANT = {
  ...{ id: "msg_0123456789abcdefghijklmn", type: "message", model: "claude", role: "assistant" },
  ...{ stop_reason: null, stop_sequence: null },
  usage: {
    ...{ input_tokens: 4, cache_creation_input_tokens: 812, cache_read_input_tokens: 48_211 },
    ...{ output_tokens: 131, service_tier: "standard" },
    cache_creation: { ephemeral_5m_input_tokens: 812, ephemeral_1h_input_tokens: 0 },
  },
};

/** Claude Code writes what a tool printed a second time, as its own program sees it. */
function printed(stdout: string): object {
  return { stdout, stderr: "", interrupted: false, isImage: false, noOutputExpected: false };
}

function contentOf({ kind, text, toolUseId }: EventText): unknown {
  switch (kind) {
    case "prompt":
      return text;
    case "reply":
      return [{ type: "text", text }];
    case "call":
      return [
        { type: "tool_use", id: toolUseId, name: "Bash", input: { command: text, timeout: 120 } },
      ];
    case "result":
      return [{ type: "tool_result", tool_use_id: toolUseId, content: text }];
  }
}

function uuidOf(random: () => number): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
  const ends = [8, 12, 16, 20, 32];
  return ends.map((end, place) => hex.slice(ends[place - 1] ?? 0, end)).join("-");
}
