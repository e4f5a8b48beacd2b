import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the bytes of all files below a folder, write-ahead logs included; 0 when there is no such folder. */
export function folderBytes(folder: string): number {
  let entries: readonly string[];
  try {
    entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
  let bytes = 0;
  for (const entry of entries) {
    const stat = lstatSync(join(folder, entry));
    if (stat.isFile()) bytes += stat.size;
  }
  return bytes;
}
