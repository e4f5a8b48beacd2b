import type { NoteFolder } from "../../ports/note-source.ts";
import { createAttribute, type ProjectBounds } from "./attribute-project.ts";
import { plainPath } from "./plain-path.ts";

/**
 * Whose the files of a folder are. `cwd`, `map`: this project's. `outside`: another project's, by every record. `silent`: nothing
 * beside them says. `mixed`: records name this project and another one, or cannot be read.
 */
export type NoteBelonging = "cwd" | "map" | "outside" | "silent" | "mixed";

/**
 * Returns the test for one project; each folder's records are read once. A folder belongs to it when somebody mapped that very
 * folder into it, or when the records beside its files name only folders of the project. A map of a folder above says
 * nothing: the memories of all projects stand below one folder (SCO-04).
 */
export function createNoteBelonging(
  bounds: ProjectBounds,
): (folder: NoteFolder) => Promise<NoteBelonging> {
  const attribute = createAttribute(bounds);
  const mapped = new Set(bounds.maps.map(({ from }) => plainPath(from)));
  const known = new Map<string, NoteBelonging>();

  async function judge(folder: NoteFolder): Promise<NoteBelonging> {
    const path = plainPath(folder.path);
    if (path !== "relative" && mapped.has(path)) return "map";
    const named = await folder.workingFolders();
    if (named === "unreadable") return "mixed";
    const owners = new Set(named.map(attribute));
    if (owners.size === 0) return "silent";
    if (owners.size === 1 && owners.has("outside")) return "outside";
    if (owners.has("outside") || owners.has("unknown")) return "mixed";
    return owners.has("cwd") ? "cwd" : "map";
  }

  return async (folder) => {
    const belonging = known.get(folder.path) ?? (await judge(folder));
    known.set(folder.path, belonging);
    return belonging;
  };
}
