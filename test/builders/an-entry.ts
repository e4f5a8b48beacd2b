import { createHash } from "node:crypto";
import type { Entry } from "../../src/model/entry.ts";
import { UNKNOWN_INSTANT } from "../../src/model/instant.ts";

/** An entry of the sessions store with this text; any field can be given. */
export function anEntry(text: string, given: Partial<Entry> = {}): Entry {
  const bytes = Buffer.from(text);
  const version = createHash("sha256").update(bytes).digest("hex");
  const path = given.path ?? `claude-code/${version.slice(0, 16)}`;
  const store = given.store ?? "sessions";
  return {
    ref: `artifact://${store}/${path}`,
    store,
    path,
    version,
    byteLength: bytes.length,
    textKind: "text",
    kind: "message",
    role: "user",
    title: text.slice(0, 40),
    time: UNKNOWN_INSTANT,
    indexedAt: "2026-10-15T00:00:00.000Z",
    session: { agent: "claude-code", id: "s1", parentId: "none", agentId: "none" },
    seq: 0,
    attribution: "cwd",
    recordedIn: "/home/dev/app",
    origin: "authored",
    marks: [],
    toolUseId: "none",
    toolName: "none",
    evidence: "none",
    supersedes: "none",
    supersededBy: "none",
    redactions: [],
    locators: [],
    rank: 2,
    facts: {},
    ...given,
  };
}
