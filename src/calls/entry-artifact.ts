import { type Artifact, STORE_NAMES, type StoreName } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { UNKNOWN_INSTANT } from "../model/instant.ts";
import type { HitEntry } from "../model/search-response.ts";

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

/** What an answer says of an entry beside its text. */
export function toHitEntry({
  attribution,
  kind,
  marks,
  role,
  session,
  supersededBy,
}: Entry): HitEntry {
  return {
    kind,
    role,
    session: session === "none" ? "none" : session.id,
    marks,
    ...(attribution === "unknown" ? { quarantined: true } : {}),
    ...(supersededBy === "none" ? {} : { supersededBy }),
  };
}
