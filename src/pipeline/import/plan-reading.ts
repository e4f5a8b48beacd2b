import type { ReadFile } from "../../ports/entry-store.ts";
import type { FileBytes } from "../../ports/file-bytes.ts";
import type { TranscriptFile, TranscriptReader } from "../../ports/transcript-reader.ts";
import { decodeReadMark, type ReadMark, SAMPLE_BYTES, START_MARK } from "./read-mark.ts";

/** Which records an import keeps: files read under other rules may hold more. */
export interface ReadingRules {
  /** Names roots and maps. */
  readonly digest: string;
  readonly sinceMs: number | "none";
}

/** How a file is to be read: not at all, or from a byte on. */
export type ReadingPlan =
  | { readonly kind: "unchanged" }
  | { readonly kind: "read"; readonly byte: number; readonly mark: ReadMark };

/** What a plan is made from. */
export interface PlanInput {
  readonly file: TranscriptFile;
  /** What the last import knew of it. */
  readonly known: ReadFile | "none";
  readonly growth: TranscriptReader["growth"];
  readonly rules: ReadingRules;
  readonly bytes: FileBytes;
}

/**
 * Decides how a file is read. One that is what it was is not read; one that grew goes on where it ended; one that was cut,
 * replaced, or read under rules that left out what is wanted now begins again, which changes nothing of what is kept already.
 * Times of the file system only ever save work: a file that was merely touched is compared by content.
 */
export async function planReading(input: PlanInput): Promise<ReadingPlan> {
  const { known, file, growth, rules } = input;
  const start: ReadingPlan = {
    kind: "read",
    byte: 0,
    mark: { ...START_MARK, rules: rules.digest, sinceMs: rules.sinceMs },
  };
  if (known === "none") return start;
  const mark = decodeReadMark(known);
  if (mark === "unknown" || leftOutMore(mark, rules) || !(await hasSameHead(input, known))) {
    return start;
  }
  const isSame = file.size === known.size && file.mtimeNs === known.mtimeNs && mark.done;
  if (isSame && known.present) return { kind: "unchanged" };
  // One that came back is read again: nothing less tells the store that it is there.
  if (growth === "whole") return start;
  if (file.size < known.readBytes || !(await hasSameTail(input, known, mark))) return start;
  if (file.size === known.readBytes && mark.done && known.present) return { kind: "unchanged" };
  return {
    kind: "read",
    byte: known.readBytes,
    mark: { ...mark, rules: rules.digest, sinceMs: rules.sinceMs },
  };
}

function leftOutMore(mark: ReadMark, rules: ReadingRules): boolean {
  if (mark.outside > 0 && mark.rules !== rules.digest) return true;
  if (mark.older === 0 || mark.sinceMs === "none") return false;
  return rules.sinceMs === "none" || rules.sinceMs < mark.sinceMs;
}

async function hasSameHead({ file, bytes }: PlanInput, known: ReadFile): Promise<boolean> {
  if (file.size < known.headBytes) return false;
  return (await bytes.hashRange(file.path, 0, known.headBytes)) === known.headSha256;
}

async function hasSameTail(
  { file, bytes }: PlanInput,
  { readBytes }: ReadFile,
  { tail }: ReadMark,
): Promise<boolean> {
  if (readBytes === 0) return true;
  const from = Math.max(0, readBytes - SAMPLE_BYTES);
  return (await bytes.hashRange(file.path, from, readBytes)) === tail;
}
