import type { Fingerprint } from "../model/fingerprint.ts";
import type { Gap } from "../model/gap.ts";

/** One text that exists in a source right now. */
export interface SourceEntry {
  /** Relative to the source's root, `/` between parts, exactly as the file system spells it. */
  readonly path: string;
  readonly fingerprint: Fingerprint;
}

/** Everything a source holds at one moment, entries sorted by path in code-unit order. */
export interface Scan {
  readonly entries: readonly SourceEntry[];
  /** What exists and will not be read, and why. */
  readonly gaps: readonly Gap[];
}

/** A text with the fingerprint it had while it was read, or the gap it leaves. */
export type ReadOutcome =
  | { readonly status: "ok"; readonly bytes: Uint8Array; readonly fingerprint: Fingerprint }
  | { readonly status: "gap"; readonly gap: Gap };

/** What is at a path now, asked for by a reader of a citation. */
export type CurrentText =
  | { readonly status: "ok"; readonly bytes: Uint8Array }
  | { readonly status: "gone" }
  /** The path is denied, ignored, or leads out of the root; `reason` names the rule. */
  | { readonly status: "refused"; readonly reason: string }
  | { readonly status: "unreadable"; readonly reason: string };

/** Lists and reads one kind of source. Implementations never write and never follow a link out of their root. */
export interface SourceReader extends CurrentReader {
  /** Lists every readable text. A root that cannot be listed is a refusal (`source_unavailable`), not an empty scan. */
  scan(): Promise<Scan>;
  /** Reads one entry whole. Its bytes were stable while read, or the outcome is a gap; it never stalls. */
  read(entry: SourceEntry): Promise<ReadOutcome>;
}

/** Says what is at a path of a source now, without listing the source. */
export interface CurrentReader {
  /** Says what is at `path` now, under the same rules as `scan`: for a path somebody typed. */
  readCurrent(path: string): Promise<CurrentText>;
  /**
   * Reads what is at the path of an indexed artifact now, to verify its citation. Ignore rules were applied when it was
   * indexed; the deny-list and the refusal of links hold all the same.
   */
  readIndexed(path: string): Promise<CurrentText>;
}
