import { createHash } from "node:crypto";
import type { SourceName } from "../../src/model/artifact.ts";
import type { RawText } from "../../src/model/raw-text.ts";

export interface RawTextParts {
  readonly path?: string;
  readonly source?: SourceName;
  /** UTF-8 unless bytes are given. */
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

/** Builds a raw text with the version its bytes really have. */
export function aRawText({
  path = "page.md",
  source = "files",
  text = "",
  bytes = Buffer.from(text),
}: RawTextParts): RawText {
  const version = createHash("sha256").update(bytes).digest("hex");
  return { source, path, version, bytes };
}
