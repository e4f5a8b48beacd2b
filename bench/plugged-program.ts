import { createHash } from "node:crypto";
import { createIndexKit } from "../src/lexical/index-kit.ts";
import type { Passage } from "../src/model/passage.ts";
import { readText } from "../src/pipeline/refresh/text/read-text.ts";
import type { IndexDocument, IndexKit } from "../src/ports/passage-index.ts";

// The one place where the benchmark reaches into the program's sources. `shipped-program.ts` opens what is built.

/** The program's index. */
export const INDEX_KIT: IndexKit = createIndexKit();

/** What the program makes of one text at refresh. */
export interface TextPassages {
  readonly passages: readonly Passage[];
  readonly indexDocument: IndexDocument;
}

/** Reads one text as the program does at refresh. A text it cannot read is an error here: no figure may lack it. */
export async function readPassages(path: string, bytes: Uint8Array): Promise<TextPassages> {
  const version = createHash("sha256").update(bytes).digest("hex");
  const reading = await readText({ source: "files", path, version, bytes });
  if (reading.status !== "ok") throw new Error(`${path} could not be read: ${reading.gap.code}`);
  return reading;
}
