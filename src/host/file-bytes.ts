import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileBytes } from "../ports/file-bytes.ts";
import { systemCode } from "./system-code.ts";

/** The files of this machine. */
export const systemFileBytes: FileBytes = {
  async hashRange(path, startByte, endByte) {
    try {
      const file = await open(path, "r");
      try {
        const bytes = Buffer.alloc(endByte - startByte);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, startByte);
        if (bytesRead < bytes.length) return "unreadable";
        return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
      } finally {
        await file.close();
      }
    } catch (error) {
      // Whatever the system says of it, it cannot be compared; what is no system's word is a bug and passes.
      systemCode(error);
      return "unreadable";
    }
  },
};
