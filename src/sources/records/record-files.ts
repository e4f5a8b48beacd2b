import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { sourceUnavailable } from "../../errors.ts";
import type { Gap } from "../../model/gap.ts";
import { gapOfRead } from "../file-gap.ts";
import { systemCode } from "../open-regular-file.ts";
import { DEFAULT_MAX_FILE_BYTES, readStable } from "../read-stable.ts";

/** The folder of a workspace that holds its records. */
export const RECORDS_FOLDER = "records";

/** Which files are records, as ignore lines: the files source leaves these to this one. */
export const RECORD_PATTERNS: readonly string[] = ["jsonl", "json", "yaml", "yml"].map(
  (extension) => `/${RECORDS_FOLDER}/*.${extension}`,
);

const RECORD_FILE = /^[^.].*\.(?:jsonl|json|yaml|yml)$/s;

/** Returns the paths of the record files, relative to the workspace, in code-unit order. No folder means no records. */
export function listRecordFiles(root: string): readonly string[] {
  return listFolder(root, RECORDS_FOLDER)
    .filter((entry) => entry.isFile() && RECORD_FILE.test(entry.name))
    .map((entry) => `${RECORDS_FOLDER}/${entry.name}`)
    .sort();
}

/** Returns every file below the records folder: what a renderer of the workspace's own may read. */
export function listAllRecordInputs(root: string): readonly string[] {
  const paths: string[] = [];
  const pending = [RECORDS_FOLDER];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of listFolder(root, folder)) {
      if (entry.isDirectory()) pending.push(`${folder}/${entry.name}`);
      else if (entry.isFile()) paths.push(`${folder}/${entry.name}`);
    }
  }
  return paths.sort();
}

function listFolder(root: string, folder: string): readonly Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw sourceUnavailable("records", join(root, folder), code, error);
  }
}

/** Reads one record file as text, or says why it cannot be read. A byte order mark is dropped. */
export function readRecordFile(
  root: string,
  path: string,
): { readonly text: string } | { readonly gap: Gap } {
  const file = readStable(join(root, path), DEFAULT_MAX_FILE_BYTES);
  if (file.status !== "ok") return { gap: gapOfRead(path, file, DEFAULT_MAX_FILE_BYTES) };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(file.bytes) };
  } catch (error) {
    // TextDecoder reports invalid bytes as a TypeError; anything else is a bug.
    if (!(error instanceof TypeError)) throw error;
    return { gap: { code: "file_undecodable", subject: path, detail: "not UTF-8" } };
  }
}
