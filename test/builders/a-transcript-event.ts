import type { TranscriptEvent } from "../../src/ports/transcript-reader.ts";

/** An event of Claude Code as its reader hands it over; any field can be given. */
export function aTranscriptEvent(
  text: string,
  given: Partial<TranscriptEvent> = {},
): TranscriptEvent {
  return {
    type: "event",
    startByte: 0,
    endByte: Buffer.byteLength(text),
    line: 1,
    sha256: "0123456789abcdef",
    session: { agent: "claude-code", id: "s1", parentId: "none", agentId: "none" },
    nativeId: "none",
    ordinal: 0,
    occursIn: "s1",
    kind: "message",
    role: "user",
    marks: [],
    text,
    textKind: "text",
    title: text.slice(0, 40),
    time: { at: "unknown", basis: "unknown" },
    cwd: "/home/dev/app",
    toolUseId: "none",
    toolName: "none",
    rank: 2,
    facts: {},
    ...given,
  };
}
