import { createHash } from "node:crypto";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { Attribution } from "../../model/entry.ts";
import type { ReadFile } from "../../ports/entry-store.ts";
import { SAMPLE_BYTES } from "./read-mark.ts";

/** What an import remembers of a note file beside the store's own columns. */
export interface NoteMark {
  /** sha256 of the bytes that were read. */
  readonly sha256: string;
  /** The newest note of the file; `none` when all it ever held was forgotten. */
  readonly head: ArtifactRef | "none";
  /** The note that the newest one replaced. */
  readonly previous: ArtifactRef | "none";
  /** Of the text kept of the newest one; empty where there is none. */
  readonly version: string;
  /** How the newest one is known to be of this project. */
  readonly attribution: Attribution;
  /** What the file holds now was forgotten: it is no note, and the newest one is of an earlier text. */
  readonly isForgotten: boolean;
}

/** What there is of a file before any note of it was kept. */
export const NOTHING_KEPT: Omit<NoteMark, "sha256"> = {
  head: "none",
  previous: "none",
  version: "",
  attribution: "unknown",
  isForgotten: false,
};

/** Raise it when the fields change: files read before it are then compared as if they were new. */
const MARK_VERSION = 1;

/** Returns the position of a note file: it was read whole, as these bytes. */
export function positionOf(given: {
  readonly source: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mtimeNs: bigint;
  readonly mark: NoteMark;
}): ReadFile {
  const { bytes, mark, mtimeNs, path, source } = given;
  const head = bytes.subarray(0, SAMPLE_BYTES);
  return {
    agent: source,
    path,
    readBytes: bytes.length,
    size: bytes.length,
    mtimeNs,
    headSha256: sha256Of(head).slice(0, 16),
    headBytes: head.length,
    state: JSON.stringify({ format: MARK_VERSION, ...mark }),
    present: true,
  };
}

/** Returns the mark of a file that was read before; `unknown` when another version of this program wrote it. */
export function readNoteMark(known: ReadFile | "none"): NoteMark | "unknown" {
  if (known === "none") return "unknown";
  try {
    const { format, ...mark }: { readonly format?: number } & NoteMark = JSON.parse(known.state);
    return format === MARK_VERSION ? mark : "unknown";
  } catch (error) {
    // A state that is no JSON is another program's.
    if (!(error instanceof SyntaxError)) throw error;
    return "unknown";
  }
}

/** Returns the sha256 of bytes, 64 lowercase hex digits. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
