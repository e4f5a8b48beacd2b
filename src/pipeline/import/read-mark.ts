import type { ReadFile } from "../../ports/entry-store.ts";
import type { TranscriptFile } from "../../ports/transcript-reader.ts";
import type { TitleMark } from "./session-titles.ts";
import type { BundleMark } from "./track-bundles.ts";

/** What an import remembers of a file beside the store's own columns: how it was read, and what going on in it takes. */
export interface ReadMark {
  /** The reader's own state. */
  readonly reader: string;
  /** False while the file is being read: an import that was ended there goes on, or begins again. */
  readonly done: boolean;
  /** Names the rules that decided whose records are kept. */
  readonly rules: string;
  /** Records left out as another project's. */
  readonly outside: number;
  /** Records left out as older than `sinceMs`. */
  readonly older: number;
  readonly sinceMs: number | "none";
  /** Calls of this program whose results may follow. */
  readonly own: readonly string[];
  /** Bundles that were given in it, whose answers may follow. */
  readonly bundles: readonly BundleMark[];
  /** What the sessions in it are called, as far as no entry of them was kept yet. */
  readonly titles: TitleMark;
  /** Hash of the last bytes before `readBytes`: what is appended to begins with what was read. */
  readonly tail: string;
}

/** A reader that begins a file. */
export const START_MARK: Omit<ReadMark, "rules" | "sinceMs"> = {
  reader: "",
  done: false,
  outside: 0,
  older: 0,
  own: [],
  bundles: [],
  titles: { kept: [], waiting: [] },
  tail: "none",
};

/** Raise it when an import would keep other things of the same bytes: every file is then read again. */
const MARK_VERSION = 3;

/** Returns a mark as the store keeps it. */
export function encodeReadMark(mark: ReadMark): string {
  return JSON.stringify({ version: MARK_VERSION, ...mark });
}

/** Returns the mark of a file that was read before; `unknown` when another version of this program wrote it. */
export function decodeReadMark({ state }: Pick<ReadFile, "state">): ReadMark | "unknown" {
  try {
    const { version, ...mark }: { readonly version?: number } & ReadMark = JSON.parse(state);
    return version === MARK_VERSION ? mark : "unknown";
  } catch (error) {
    // A state that is no JSON is another program's: the file is read from its start.
    if (!(error instanceof SyntaxError)) throw error;
    return "unknown";
  }
}

/** Bytes at the start of a file, and before the place reading got to, that must be the same for it to be the same file. */
export const SAMPLE_BYTES = 4096;

/** How much of a file's head can be hashed. */
export function headBytesOf({ size }: Pick<TranscriptFile, "size">): number {
  return Math.min(SAMPLE_BYTES, size);
}
