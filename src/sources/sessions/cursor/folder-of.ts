import { lstat, readFile } from "node:fs/promises";
import { sourceUnavailable } from "../../../errors.ts";
import { isJsonObject, type JsonObject, parseJson } from "../json-shape.ts";
import { codeOf } from "../list-transcripts.ts";
import { repairSurrogates } from "../text-of-record.ts";

const FOLDER_URI = /^(file|vscode-remote):\/\/([^/]*)(\/.*)$/;
const MAX_SIDE_FILE_BYTES = 1024 * 1024;

/** A folder as a record names it. */
export interface NamedFolder {
  readonly cwd: string | "none";
  /** The machine it is on where that is another one: `ssh-remote+host`, `wsl+name`. */
  readonly remote: string | "none";
}

/** The folder of a record that names none. */
export const NO_FOLDER: NamedFolder = { cwd: "none", remote: "none" };

/** Returns the folder a URI names, as its own machine spells it; none for any other kind of URI. */
export function folderOfUri(uri: unknown): NamedFolder {
  const [, scheme, host = "", path = ""] =
    FOLDER_URI.exec(typeof uri === "string" ? uri : "") ?? [];
  const decoded = decode(path);
  if (scheme === undefined || decoded === "none") return NO_FOLDER;
  if (scheme === "vscode-remote") return { cwd: decoded, remote: repairSurrogates(decode(host)) };
  const drive = /^\/([A-Za-z]:.*)$/.exec(decoded)?.[1];
  if (drive !== undefined) return { cwd: drive.replaceAll("/", "\\"), remote: "none" };
  // A share of another Windows machine.
  const cwd = host === "" ? decoded : `\\\\${host}${decoded.replaceAll("/", "\\")}`;
  return { cwd, remote: "none" };
}

/** Reads a small JSON file that Cursor keeps beside its records; an empty object where there is none or it is no JSON. */
export async function readSideFile(path: string): Promise<JsonObject> {
  try {
    const stats = await lstat(path);
    // A link could lead out of the root.
    if (!stats.isFile() || stats.size > MAX_SIDE_FILE_BYTES) return {};
    const parsed = parseJson(await readFile(path, "utf8"));
    return isJsonObject(parsed) ? parsed : {};
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return {};
    throw sourceUnavailable("cursor", path, code, error);
  }
}

function decode(text: string): string | "none" {
  try {
    return repairSurrogates(decodeURIComponent(text));
  } catch (error) {
    if (error instanceof URIError) return "none";
    throw error;
  }
}
