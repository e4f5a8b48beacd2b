import { basename, dirname, join, sep } from "node:path";

/** What a file's place below `projects/` says about it. The project folder's name says nothing: it cannot be decoded. */
export interface TranscriptPlace {
  readonly kind: "session" | "agent" | "spilled";
  /** The session by folder or file name; `none` for old sub-agent files that stand beside sessions. */
  readonly sessionId: string | "none";
  readonly agentId: string | "none";
  /** Where outputs of this session that were too big for its transcript stand; `none` where no session is known. */
  readonly spillFolder: string | "none";
}

const SESSION = /^projects\/[^/]+\/[^/]+\.jsonl$/;
const SUBAGENT = /^projects\/[^/]+\/[^/]+\/subagents\/(?:workflows\/[^/]+\/)?agent-[^/]+\.jsonl$/;
const SPILLED = /^projects\/[^/]+\/[^/]+\/tool-results\/[^/]+\.txt$/;

/** Returns whether a path relative to the root, with `/`, is one that Claude Code writes transcripts to. */
export function isTranscript(path: string): boolean {
  return SESSION.test(path) || SUBAGENT.test(path) || SPILLED.test(path);
}

const ENTERED =
  /^projects(?:\/[^/]+(?:\/[^/]+(?:\/(?:tool-results|subagents(?:\/workflows(?:\/[^/]+)?)?))?)?)?$/;

/** Returns whether a folder may hold transcripts. */
export function isEntered(path: string): boolean {
  return ENTERED.test(path);
}

/** Returns what an absolute path of a listed file says. */
export function placeOf(path: string): TranscriptPlace {
  const name = basename(path);
  if (name.endsWith(".txt")) return inSession("spilled", dirname(dirname(path)), "none");
  const agentId = /^agent-(.+)\.jsonl$/.exec(name)?.[1];
  if (agentId === undefined) return inSession("session", path.slice(0, -".jsonl".length), "none");
  const parts = path.split(sep);
  const below = parts.lastIndexOf("subagents");
  if (below < parts.length - 4 || below < 1) {
    return { kind: "agent", sessionId: "none", agentId, spillFolder: "none" };
  }
  return inSession("agent", parts.slice(0, below).join(sep), agentId);
}

function inSession(
  kind: TranscriptPlace["kind"],
  folder: string,
  agentId: string,
): TranscriptPlace {
  return { kind, sessionId: basename(folder), agentId, spillFolder: join(folder, "tool-results") };
}
