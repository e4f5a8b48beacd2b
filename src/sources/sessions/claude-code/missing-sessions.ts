import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Instant, UNKNOWN_INSTANT } from "../../../model/instant.ts";
import type { MissingSession } from "../../../ports/transcript-reader.ts";
import { type JsonObject, textIn } from "../json-shape.ts";
import { readJsonLines } from "../read-json-lines.ts";
import { repairSurrogates } from "../text-of-record.ts";

interface Seen {
  readonly cwd: string | "none";
  readonly lastMs: number;
  readonly prompts: number;
}

/** Lists sessions of `history.jsonl` that no transcript is named for. The file is streamed; only sessions are held. */
export async function listMissingSessions(
  root: string,
  present: ReadonlySet<string>,
): Promise<readonly MissingSession[]> {
  const path = join(root, "history.jsonl");
  if (!existsSync(path)) return [];
  const seen = new Map<string, Seen>();
  for await (const group of readJsonLines({ agent: "claude-code", path, byte: 0, line: 1 })) {
    for (const line of group) if (line.type === "object") count(seen, line.record, present);
  }
  return [...seen]
    .map(([id, { cwd, lastMs, prompts }]) => {
      return { agent: "claude-code", id, cwd, time: instantOf(lastMs), prompts };
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

function count(seen: Map<string, Seen>, record: JsonObject, present: ReadonlySet<string>): void {
  const id = repairSurrogates(textIn(record, "sessionId"));
  if (id === "none" || present.has(id)) return;
  const before = seen.get(id) ?? { cwd: "none", lastMs: Number.NEGATIVE_INFINITY, prompts: 0 };
  const stamp = record["timestamp"];
  const lastMs = typeof stamp === "number" ? Math.max(before.lastMs, stamp) : before.lastMs;
  const project = repairSurrogates(textIn(record, "project"));
  const cwd = project === "none" ? before.cwd : project;
  seen.set(id, { cwd, lastMs, prompts: before.prompts + 1 });
}

function instantOf(epochMs: number): Instant {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return UNKNOWN_INSTANT;
  return { at: date.toISOString(), basis: "observed", precision: "millisecond", offset: "Z" };
}
