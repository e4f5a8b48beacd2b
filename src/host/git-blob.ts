import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "./system-code.ts";

/** Texts are smaller; a file beyond it is no answer's source. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Returns whether the plain file at `path` has, byte for byte, the content that git knows under `blob`: the hash, SHA-1 or
 * SHA-256 by its length, over `blob <size>`, NUL and the content. What cannot be read matches nothing.
 */
export function matchesBlob(root: string, path: string, blob: string): boolean {
  const bytes = readPlain(join(root, path));
  if (bytes === "unreadable") return false;
  const hash = createHash(blob.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === blob;
}

function readPlain(path: string): Buffer | "unreadable" {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(path) : "unreadable";
  } catch (error) {
    // Gone, closed or a name the system does not take: all the same here. Anything else is a bug and thrown on.
    systemCode(error);
    return "unreadable";
  }
}
