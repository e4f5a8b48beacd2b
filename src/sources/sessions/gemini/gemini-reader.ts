import { join } from "node:path";
import type { TranscriptReader } from "../../../ports/transcript-reader.ts";
import { listTranscripts } from "../list-transcripts.ts";
import { readChat } from "./read-chat.ts";

/** Where this machine keeps what Gemini CLI writes. */
export interface GeminiPlace {
  /** Absolute: the user's home folder. */
  readonly home: string;
}

const CHAT = /^tmp\/[^/]+\/chats\/(?:session-[^/]*|[^/]+\/[^/]+)\.jsonl?$/;
const ENTERED = /^tmp(?:\/[^/]+(?:\/chats(?:\/[^/]+)?)?)?$/;

/** Returns the reader of Gemini CLI's chats, `tmp/<project>/chats/session-*.jsonl`, those of sub-agents, and the old `.json`. */
export function openGeminiReader({ home }: GeminiPlace): TranscriptReader {
  return {
    agent: "gemini",
    growth: "whole",
    defaultRoot: join(home, ".gemini"),
    list: (root) =>
      listTranscripts({
        agent: "gemini",
        root,
        isTranscript: (path) => CHAT.test(path),
        isEntered: (path) => ENTERED.test(path),
      }),
    // A later line may change what an earlier one said, so that reading always begins at the start.
    read: (file) => readChat(file),
    // Gemini CLI keeps no list of its chats.
    listMissing: async () => [],
  };
}
