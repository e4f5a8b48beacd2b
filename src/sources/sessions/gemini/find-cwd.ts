import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sourceUnavailable } from "../../../errors.ts";
import { isJsonObject, objectIn, parseJson } from "../json-shape.ts";
import { codeOf } from "../list-transcripts.ts";

const CHAT_FOLDER = /^(.*[\\/]tmp[\\/]([^\\/]+))[\\/]chats[\\/]/;

/**
 * Returns the working directory of a chat: what `.project_root` beside its chats says, else the folder that `projects.json` maps
 * to its folder's name or whose sha256 is that name. A hash leads back to nothing, so that any other chat has none.
 */
export async function findCwd(path: string): Promise<string | "none"> {
  const [, folder, name] = CHAT_FOLDER.exec(path) ?? [];
  if (folder === undefined || name === undefined) return "none";
  const written = (await readOptional(join(folder, ".project_root"))).trim();
  if (written !== "") return written;
  const projects = parseJson(await readOptional(join(dirname(dirname(folder)), "projects.json")));
  if (!isJsonObject(projects)) return "none";
  const named = Object.entries(objectIn(projects, "projects")).find(
    ([cwd, id]) => id === name || createHash("sha256").update(cwd).digest("hex") === name,
  );
  return named?.[0] ?? "none";
}

async function readOptional(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return "";
    throw sourceUnavailable("gemini", path, code, error);
  }
}
