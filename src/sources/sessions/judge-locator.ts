import { closeSync, readSync } from "node:fs";
import type { Locator } from "../../model/entry.ts";
import type { LocatorReader } from "../../ports/entry-store.ts";
import { MAX_LINE_BYTES, recordHash } from "../json-lines.ts";
import { openRegularFile } from "../open-regular-file.ts";

/** Returns the reader that compares the bytes of a file with what an entry was read from. */
export function openLocatorReader(): LocatorReader {
  return { judge: async (locator) => judgeLocator(locator) };
}

function judgeLocator(locator: Locator): "current" | "changed" | "gone" | "unchecked" {
  const { endByte, path, startByte } = locator;
  const length = endByte - startByte;
  // A row of a database has no bytes of its own.
  if (length <= 0 || length > MAX_LINE_BYTES) return "unchecked";
  const opened = openRegularFile(path);
  if (opened.status === "gone") return "gone";
  if (opened.status !== "ok") return "unchecked";
  try {
    const bytes = Buffer.alloc(length);
    let held = 0;
    while (held < length) {
      const read = readSync(opened.descriptor, bytes, held, length - held, startByte + held);
      if (read === 0) return "changed";
      held += read;
    }
    return recordHash(bytes) === locator.sha256 ? "current" : "changed";
  } catch (error) {
    if (error instanceof Error && "code" in error) return "unchecked";
    throw error;
  } finally {
    closeSync(opened.descriptor);
  }
}
