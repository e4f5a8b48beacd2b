import { hash } from "node:crypto";
import type { TranscriptEvent } from "../../ports/transcript-reader.ts";

/** What tells events of one session apart where their agent gives them no id. */
export type EventWithoutId = Pick<TranscriptEvent, "session" | "occursIn" | "kind" | "role">;

/**
 * Returns the path of an entry, `<agent>/<16 hex digits>`: the same from whichever file and in whichever order its records are
 * read. `version` is the sha256 of the text kept, after redaction: a hash of the text before would let a guessed secret be
 * checked against it.
 *
 * - A tool event is its tool-use id and whether it is call or result, so that a hook's record and the transcript's meet.
 * - An event whose agent writes it anew (`revision`) is its id, whatever its text is now.
 * - Any other with an id is that id, its place in the record, and its text: a few agents give one id to two texts.
 * - One without an id is its text and how often the same was said before in the session it occurs in (`occurrence`, from 0): a fork
 *   that replays its parent repeats both.
 */
export function identifyEvent(event: TranscriptEvent, version: string, occurrence: number): string {
  const { agent } = event.session;
  const isTool = event.kind === "tool_call" || event.kind === "tool_result";
  if (isTool && event.toolUseId !== "none") {
    return pathOf(agent, ["tool", event.toolUseId, event.kind === "tool_call" ? "call" : "result"]);
  }
  if (event.nativeId !== "none" && event.revision !== undefined) {
    return pathOf(agent, ["revised", event.nativeId, String(event.ordinal)]);
  }
  if (event.nativeId !== "none") {
    return pathOf(agent, ["id", event.nativeId, String(event.ordinal), version]);
  }
  return occurrencePath(event, version, occurrence);
}

/** Returns whether order of occurrence is part of what this event is. */
export function needsOccurrence(event: TranscriptEvent): boolean {
  const isTool = event.kind === "tool_call" || event.kind === "tool_result";
  return event.nativeId === "none" && !(isTool && event.toolUseId !== "none");
}

/** Returns the path of the event that says this text for the `occurrence`-th time, from 0. */
export function occurrencePath(event: EventWithoutId, version: string, occurrence: number): string {
  const { session, occursIn, kind, role } = event;
  return pathOf(session.agent, ["nth", occursIn, kind, role, version, String(occurrence)]);
}

function pathOf(agent: string, parts: readonly string[]): string {
  // The length in front keeps two lists of parts apart that would read the same when joined.
  const joined = [agent, ...parts].map((part) => `${part.length}:${part}`).join("");
  return `${agent}/${hash("sha256", joined, "hex").slice(0, 16)}`;
}
