import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KeptOutput } from "../ports/command-runner.ts";

const PREFIX = "exhibit-capture-";
/** No command may run longer. */
const ABANDONED_MS = 24 * 3_600_000;

/** A file that a command writes to. */
export interface OutputFile {
  /** For the command's standard output or error. */
  readonly descriptor: number;
  /** Bytes written so far. */
  size(): number;
  /** Reads what was written, at most `maxBytes` of it: beyond that its first half and its last half. */
  read(maxBytes: number): KeptOutput;
}

/** Temporary files for one command. */
export interface OutputFiles {
  readonly stdout: OutputFile;
  readonly stderr: OutputFile;
  /** Deletes them. */
  remove(): void;
}

/**
 * Makes files for a command to write to. A pipe would not do: what a program has not flushed when it exits is lost with a socket,
 * which is what a pipe of Node is, and a slow reader would hold the command up.
 */
export function openOutputFiles(): OutputFiles {
  for (const name of readdirSync(tmpdir())) removeAbandoned(join(tmpdir(), name), name);
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const [out, err] = ["out", "err"].map((name) => openSync(join(folder, name), "ax+", 0o600));
  if (out === undefined || err === undefined) throw new Error(`${folder} holds no output files`);
  return {
    stdout: openOutputFile(out),
    stderr: openOutputFile(err),
    remove() {
      closeSync(out);
      closeSync(err);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a process that was killed outright left holds output from before secrets were taken out. */
function removeAbandoned(path: string, name: string): void {
  if (!name.startsWith(PREFIX)) return;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
  if (isOurs && Date.now() - stats.mtimeMs > ABANDONED_MS)
    rmSync(path, { recursive: true, force: true });
}

function openOutputFile(descriptor: number): OutputFile {
  const size = (): number => fstatSync(descriptor).size;
  const readAt = (start: number, end: number): Uint8Array => {
    const bytes = Buffer.alloc(end - start);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, start + length);
    }
    return bytes.subarray(0, length);
  };
  return {
    descriptor,
    size,
    read(maxBytes) {
      const total = size();
      if (total <= maxBytes) return { head: readAt(0, total), tail: new Uint8Array(), cutBytes: 0 };
      const half = Math.floor(maxBytes / 2);
      const tailStart = total - (maxBytes - half);
      const cutBytes = tailStart - half;
      return { head: readAt(0, half), tail: readAt(tailStart, total), cutBytes };
    },
  };
}
