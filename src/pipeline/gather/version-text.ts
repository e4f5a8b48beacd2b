import { decodeText } from "../../analysis/decode-text.ts";
import { endsLine, findLineStarts, rangeOfLines, startsLine } from "../../analysis/line-table.ts";
import type { Artifact } from "../../model/artifact.ts";
import type { Passage } from "../../model/passage.ts";

/** One immutable version as candidates are cut from it: its bytes were checked against it. */
export interface VersionText {
  readonly artifact: Artifact;
  readonly bytes: Uint8Array;
  readonly passages: readonly Passage[];
  /** Byte at which each line starts. */
  readonly starts: Uint32Array;
}

/** A piece of a version: exactly these bytes, and the lines they stand in. */
export interface Cut {
  readonly text: string;
  readonly startByte: number;
  /** Exclusive. */
  readonly endByte: number;
  readonly startLine: number;
  readonly endLine: number;
  /** False when the bytes begin or end inside a line. */
  readonly wholeLines: boolean;
}

/** What a cut is without its text: enough to cite it. */
export type CutBytes = Omit<Cut, "text">;

/** Bytes of a version with the lines they stand in, the last terminator included or not. */
export type CutRange = Omit<CutBytes, "wholeLines">;

/** Makes a version ready to be cut. */
export function createVersionText(
  artifact: Artifact,
  bytes: Uint8Array,
  passages: readonly Passage[],
): VersionText {
  return { artifact, bytes, passages, starts: findLineStarts(bytes, artifact.encoding) };
}

/** Cuts whole lines, 1-based and inclusive, without the terminator of the last one. */
export function cutLines(version: VersionText, startLine: number, endLine: number): Cut {
  const { encoding } = version.artifact;
  const range = rangeOfLines({ ...version, encoding }, startLine, endLine);
  return { ...textOf(version, range), startLine, endLine, wholeLines: true };
}

/** All of a version but its last line terminator. */
export function wholeOf(version: VersionText): CutBytes {
  const { encoding } = version.artifact;
  const endLine = Math.max(1, version.starts.length);
  const range = rangeOfLines({ ...version, encoding }, 1, endLine);
  return { ...range, startLine: 1, endLine, wholeLines: true };
}

/** Cuts a range without its outer blank lines and its last terminator, as citations do. */
export function cutTrimmed(version: VersionText, range: CutRange): Cut {
  const { bytes, artifact } = version;
  const { encoding } = artifact;
  const { startByte, endByte, startLine, endLine } = range;
  const wholeLines =
    (startByte === 0 || startsLine(bytes, encoding, startByte)) &&
    endsLine(bytes, encoding, endByte);
  if (!wholeLines) return { ...textOf(version, range), startLine, endLine, wholeLines };
  let [first, last] = [startLine, endLine];
  while (last > first && isBlank(version, last)) last--;
  while (first < last && isBlank(version, first)) first++;
  return cutLines(version, first, last);
}

function textOf(
  { artifact, bytes }: VersionText,
  { startByte, endByte }: Pick<Cut, "endByte" | "startByte">,
): Pick<Cut, "endByte" | "startByte" | "text"> {
  return {
    text: decodeText(bytes.subarray(startByte, endByte), artifact.encoding),
    startByte,
    endByte,
  };
}

function isBlank(version: VersionText, line: number): boolean {
  const { artifact, bytes, starts } = version;
  const lineBytes = bytes.subarray(starts[line - 1], starts[line] ?? bytes.length);
  return decodeText(lineBytes, artifact.encoding).trim() === "";
}
