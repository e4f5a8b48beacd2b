import { basename, join } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import { type Instant, UNKNOWN_INSTANT } from "../../../model/instant.ts";
import type { MissingSession, TranscriptFile } from "../../../ports/transcript-reader.ts";
import { readRawLines } from "../../json-lines.ts";
import { isJsonObject, parseJson, textIn } from "../json-shape.ts";
import { codeOf } from "../list-transcripts.ts";

/** Returns the thread's id in a rollout's name: the last five groups of it. */
export function threadIdOf(path: string): string {
  const name = basename(path).replace(/\.jsonl(?:\.zst)?$/, "");
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(name)?.[0] ?? name;
}

/** Lists threads whose prompts stand in `history.jsonl` and that no rollout below the root belongs to, sorted by id. */
export async function listMissingThreads(
  root: string,
  files: readonly TranscriptFile[],
): Promise<readonly MissingSession[]> {
  const present = new Set(files.map(({ path }) => threadIdOf(path)));
  const missing = new Map<string, { prompts: number; seconds: number }>();
  for await (const line of historyOf(join(root, "history.jsonl"))) {
    const record = parseJson(line);
    const id = isJsonObject(record) ? textIn(record, "session_id") : "none";
    if (!isJsonObject(record) || id === "none" || present.has(id)) continue;
    const known = missing.get(id) ?? { prompts: 0, seconds: 0 };
    const seconds = typeof record["ts"] === "number" ? record["ts"] : 0;
    missing.set(id, {
      prompts: known.prompts + 1,
      seconds: Math.max(known.seconds, seconds),
    });
  }
  return [...missing]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { prompts, seconds }]) => ({
      ...{ agent: "codex", id, cwd: "none", time: timeFromSeconds(seconds), prompts },
    }));
}

async function* historyOf(path: string): AsyncGenerator<string> {
  try {
    for await (const lines of readRawLines(path, { byte: 0 })) {
      for (const { bytes } of lines) if (bytes !== "too_long") yield bytes.toString("utf8");
    }
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT") throw sourceUnavailable("codex", path, code, error);
  }
}

function timeFromSeconds(seconds: number): Instant {
  const date = new Date(seconds * 1000);
  if (seconds <= 0 || Number.isNaN(date.getTime())) return UNKNOWN_INSTANT;
  const at = `${date.toISOString().slice(0, 19)}Z`;
  return { at, basis: "observed", precision: "second", offset: "Z" };
}
