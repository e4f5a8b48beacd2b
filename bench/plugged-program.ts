import { createHash } from "node:crypto";
import type { Passage } from "../src/model/passage.ts";
import type { IndexDocument, IndexKit } from "../src/ports/passage-index.ts";

// The one place where the benchmark reaches into the program.

/** The program's index. */
export const INDEX_KIT: IndexKit = createIndexKit();

/** Reads one Markdown text as the program does at refresh: its passages and what the index gets of them. */
export async function readBenchText(
  path: string,
  bytes: Uint8Array,
): Promise<{ readonly passages: readonly Passage[]; readonly indexDocument: IndexDocument }> {
  const version = createHash("sha256").update(bytes).digest("hex");
  const reading = await readText({ source: "files", path, version, bytes });
  if (reading.status !== "ok") throw new Error(`${path} could not be read: ${reading.gap.code}`);
  return reading;
}
