import { optionInvalid } from "../errors.ts";
import type { ImportOptions } from "../model/engine.ts";
import { toEpochMs } from "../model/instant.ts";
import { parseInstant } from "../model/parse-instant.ts";
import { createAttribute, type FolderMap } from "../pipeline/import/attribute-project.ts";
import type { TranscriptReader } from "../ports/transcript-reader.ts";

/** One agent's history to import. */
export interface ChosenSource {
  readonly reader: TranscriptReader;
  readonly root: string;
  /** Whether somebody asked for it by name: then its absence is told. */
  readonly isNamed: boolean;
}

/** The name under which all sources of notes are imported together. */
export const NOTES = "notes";

/** Returns whose history is meant. Refuses an agent nobody reads, and a root without an agent. */
export function chooseSources(
  readers: readonly TranscriptReader[],
  { from, root }: ImportOptions,
): readonly ChosenSource[] {
  if (from === undefined) {
    if (root !== undefined) {
      throw optionInvalid("root", 'it needs an agent beside it: "from" says whose history it is');
    }
    return readers.map((reader) => ({ reader, root: reader.defaultRoot, isNamed: false }));
  }
  if (from === NOTES) return [];
  const reader = readers.find(({ agent }) => agent === from);
  if (reader === undefined) {
    const names = [...readers.map(({ agent }) => agent), NOTES].join(", ");
    throw optionInvalid("from", `${JSON.stringify(from)} is none of ${names}`);
  }
  return [{ reader, root: root ?? reader.defaultRoot, isNamed: true }];
}

/** Returns the time before which records are left out. A day begins at midnight UTC, like every day this program names. */
export function settleSince(since: string | undefined): number | "none" {
  if (since === undefined) return "none";
  const instant = parseInstant(since, "observed", "Z");
  if (instant !== "unreadable") return toEpochMs(instant);
  throw optionInvalid(
    "since",
    `${JSON.stringify(since)} is no time such as 2026-10-01 or 2026-10-01T09:00:00Z`,
  );
}

/** Returns the maps, each checked: one that leads out of this project would bring another one's records in. */
export function settleMaps(
  maps: readonly FolderMap[] | undefined,
  roots: readonly string[],
): readonly FolderMap[] {
  if (maps === undefined) return [];
  const attribute = createAttribute({ roots, maps: [] });
  for (const { from, to } of maps) {
    const where = attribute(to);
    if (where === "unknown") throw optionInvalid("map", `${JSON.stringify(to)} is not absolute`);
    if (where !== "cwd") {
      throw optionInvalid("map", `${JSON.stringify(to)} lies outside this project`);
    }
    if (createAttribute({ roots, maps: [] })(from) === "unknown") {
      throw optionInvalid("map", `${JSON.stringify(from)} is not absolute`);
    }
  }
  return maps;
}
