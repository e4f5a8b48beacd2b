import type { SessionIdentity } from "../../../model/entry.ts";
import { type JsonObject, objectIn, textIn } from "../json-shape.ts";

/** One thread as its `session_meta` names it. */
export interface Thread {
  readonly identity: SessionIdentity;
  /** Milliseconds since 1970; `unknown` where neither the id nor the record tells. */
  readonly createdMs: number | "unknown";
  readonly cwd: string | "none";
  readonly branch: string | "none";
  readonly isSubagent: boolean;
  readonly forkedFrom: string | "none";
}

/** Reads a `session_meta` payload. An id is all that it must have. */
export function readThread(meta: JsonObject, writtenAt: unknown): Thread | "unreadable" {
  const id = firstText(textIn(meta, "id"), textIn(meta, "session_id"));
  if (id === "none") return "unreadable";
  const spawn = objectIn(objectIn(objectIn(meta, "source"), "subagent"), "thread_spawn");
  const forkedFrom = textIn(meta, "forked_from_id");
  const spawnedBy = firstText(textIn(meta, "parent_thread_id"), textIn(spawn, "parent_thread_id"));
  const isSubagent = meta["thread_source"] === "subagent" || "subagent" in objectIn(meta, "source");
  const parentId = firstText(forkedFrom, spawnedBy);
  return {
    identity: {
      agent: "codex",
      id,
      parentId: parentId === id ? "none" : parentId,
      agentId: "none",
    },
    createdMs: createdAt(id, meta["timestamp"], writtenAt),
    cwd: textIn(meta, "cwd"),
    branch: textIn(objectIn(meta, "git"), "branch"),
    isSubagent,
    forkedFrom,
  };
}

/** Returns the thread of a file that has no `session_meta`: nothing but the id in its name. */
export function bareThread(id: string): Thread {
  return {
    identity: { agent: "codex", id, parentId: "none", agentId: "none" },
    createdMs: timeInId(id),
    cwd: "none",
    branch: "none",
    isSubagent: false,
    forkedFrom: "none",
  };
}

/** Version 7 of a UUID begins with 48 bits of milliseconds since 1970 (RFC 9562, section 5.7). */
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the time that a version 7 UUID carries, in milliseconds since 1970. */
export function timeInId(id: string): number | "unknown" {
  const [, high = "", low = ""] = UUID_V7.exec(id) ?? [];
  return high === "" ? "unknown" : Number.parseInt(high + low, 16);
}

/** The id's own time comes first: the ids of turns are compared with it, and both are made by one clock. */
function createdAt(id: string, ...written: readonly unknown[]): number | "unknown" {
  const inId = timeInId(id);
  if (inId !== "unknown") return inId;
  const times = written.map((time) => (typeof time === "string" ? Date.parse(time) : Number.NaN));
  return times.find((time) => !Number.isNaN(time)) ?? "unknown";
}

/**
 * Adds what a `session_meta` tells to the threads known of a file: its own first, then its ancestors, the nearest first. A thread
 * that forked from another makes that one known by name. Only the first word about a file's own thread counts.
 */
export function withThread(threads: readonly Thread[], thread: Thread): readonly Thread[] {
  const { id } = thread.identity;
  const index = threads.findIndex(({ identity }) => identity.id === id);
  if (index === 0) return threads;
  const next = index < 0 ? [...threads, thread] : threads.with(index, thread);
  const { forkedFrom } = thread;
  const isNamed = forkedFrom !== "none" && next.every(({ identity }) => identity.id !== forkedFrom);
  return isNamed ? [...next, bareThread(forkedFrom)] : next;
}

/**
 * Returns whose turn it is: of the threads that a file tells of, its own first, the youngest that existed when the turn began.
 * Before any turn of a known time it is the oldest: a fork's file begins with a copy of its parent's lines, and that with a copy
 * of the grandparent's.
 */
export function ownerOfTurn(threads: readonly Thread[], turnMs: number | "unknown"): number {
  const oldest = threads.length - 1;
  if (turnMs === "unknown") return oldest;
  let owner = -1;
  let youngestMs = Number.NEGATIVE_INFINITY;
  threads.forEach(({ createdMs }, index) => {
    if (createdMs === "unknown" || createdMs > turnMs || createdMs <= youngestMs) return;
    owner = index;
    youngestMs = createdMs;
  });
  return owner < 0 ? oldest : owner;
}

function firstText(...texts: readonly (string | "none")[]): string | "none" {
  return texts.find((text) => text !== "none") ?? "none";
}
