import { type Artifact, STORE_NAMES, type StoreName } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { UNKNOWN_INSTANT } from "../model/instant.ts";

/** True for the name of a store of entries. */
export function isStoreName(source: string): source is StoreName {
  return STORE_NAMES.some((name) => name === source);
}

/** An entry as what is cited of it: a text with its version, its time and who made it. */
export function toArtifact(entry: Entry): Artifact {
  return {
    ref: entry.ref,
    source: entry.store,
    path: entry.path,
    version: entry.version,
    byteLength: entry.byteLength,
    encoding: "utf-8",
    kind: entry.textKind,
    language: "unknown",
    title: entry.title,
    observed: entry.time,
    edited: UNKNOWN_INSTANT,
    origin: entry.origin,
  };
}
