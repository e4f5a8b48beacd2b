import { isWithin, plainPath } from "./plain-path.ts";

/** A folder that records name and the one that takes its place today: `--map FROM=TO`. */
export interface FolderMap {
  /** As it was recorded, on whichever system. */
  readonly from: string;
  /** Absolute. */
  readonly to: string;
}

/** What the records of one project are recognized by. */
export interface ProjectBounds {
  /** Absolute. */
  readonly roots: readonly string[];
  readonly maps: readonly FolderMap[];
}

/** Whose a record is: this project's, by its own folder or through a map; another one's; nobody can tell. */
export type Belonging = "cwd" | "map" | "outside" | "unknown";

/** Tells whose a record is by the working directory it names, and by nothing else (SCO-04). */
export type Attribute = (cwd: string | "none") => Belonging;

/**
 * Returns the test for one project. A folder below a root is inside, a sibling whose name begins like the root's is not; Windows
 * paths may have either slash and any letter for the drive. Of several maps the one with the longest `from` counts. A path that
 * is not absolute says nothing: `unknown`, which is never taken for this project.
 */
export function createAttribute({ roots, maps }: ProjectBounds): Attribute {
  const inside = roots.map(plainPath).filter((root) => root !== "relative");
  const moved = maps
    .map(({ from, to }) => ({ from: plainPath(from), to: plainPath(to) }))
    .filter(({ from, to }) => from !== "relative" && to !== "relative")
    .sort((a, b) => b.from.length - a.from.length);
  const isInside = (path: string): boolean => inside.some((root) => isWithin(path, root));
  const judge = (cwd: string): Belonging => {
    const path = plainPath(cwd);
    if (path === "relative") return "unknown";
    if (isInside(path)) return "cwd";
    const map = moved.find(({ from }) => isWithin(path, from));
    if (map === undefined) return "outside";
    const below = path.slice(map.from.length).replace(/^[/]+/, "");
    const now = plainPath(map.to.endsWith("/") ? map.to + below : `${map.to}/${below}`);
    return now !== "relative" && isInside(now) ? "map" : "outside";
  };
  const known = new Map<string, Belonging>();
  return (cwd) => {
    if (cwd === "none") return "unknown";
    const before = known.get(cwd);
    if (before !== undefined) return before;
    const belonging = judge(cwd);
    // Records repeat their folder; an agent that changes it with every command must not fill memory.
    if (known.size < 10_000) known.set(cwd, belonging);
    return belonging;
  };
}
