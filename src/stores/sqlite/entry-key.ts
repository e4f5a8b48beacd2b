import { crc32 } from "node:zlib";
import type { ArtifactRef, StoreName } from "../../model/artifact.ts";
import { parseArtifactRef } from "../../model/artifact-ref.ts";

/** Returns what tells an entry apart inside its store, or `"foreign"` for a reference into another one. */
export function toKey(store: StoreName, ref: ArtifactRef): string | "foreign" {
  const prefix = `artifact://${store}/`;
  return ref.startsWith(prefix) && ref.length > prefix.length
    ? ref.slice(prefix.length)
    : "foreign";
}

/** Returns the keys of those references that lead into this store. */
export function toKeys(store: StoreName, refs: readonly ArtifactRef[]): readonly string[] {
  return refs.map((ref) => toKey(store, ref)).filter((key) => key !== "foreign");
}

/** Returns the reference of a key. */
export function toRef(store: StoreName, key: string): ArtifactRef {
  return `artifact://${store}/${key}`;
}

/** Returns the path that a reference spells, or the reference's own text where it spells none. */
export function toPath(store: StoreName, key: string): string {
  // Most keys hold nothing that needed encoding.
  if (!key.includes("%")) return key;
  const parsed = parseArtifactRef(toRef(store, key));
  return parsed === "malformed" ? key : parsed.path;
}

/** Returns what `key_hash` is of a key. */
export function hashKey(key: string): number {
  return crc32(key);
}
