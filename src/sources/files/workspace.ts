import { dirname, join, relative, sep } from "node:path";
import { toByteString } from "./byte-string.ts";
import {
  addIgnoreFile,
  addIgnoreText,
  type IgnoreLayer,
  type IgnoreLayers,
} from "./ignore-layers.ts";
import { findRepository, ignoresCase, type Repository, repositoryAt } from "./repository.ts";

/** What is fixed while a workspace is listed once. */
export interface Workspace {
  /** Absolute, without links. */
  readonly root: string;
  readonly ignoreCase: boolean;
  /** The rules that hold before any file of the root itself is read. */
  readonly layers: IgnoreLayers;
}

/** One folder below the root or the root itself, and the rules in force on what it holds. */
export interface Folder {
  /** Relative to the root; empty or ends in `/`. */
  readonly path: string;
  readonly name: string;
  readonly absolute: string;
  readonly layers: IgnoreLayers;
  /** Ignore files that exist and could not be read. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * What is left out unless an ignore file wants it again (`!node_modules/`): other version control, and installed or
 * generated code that some projects forget to ignore.
 */
const BUILT_IN_RULES = [".hg/", ".svn/", ".jj/", "node_modules/", ".venv/", "__pycache__/"];

/** Rules are no text of the workspace: always left out, also where a rule such as `!.gitignore` keeps them for git. */
const RULE_FILES = ".gitignore\n.exhibitignore";

/** Returns whether this is a folder of git or of this program: never entered, whatever an ignore file says. */
export function isClosedName(name: string): boolean {
  return name.length < 9 && /^\.(?:git|exhibit)$/i.test(name);
}

/**
 * Finds the rules that hold at a workspace: `reserved` lines, the built-in list, and the ignore files above the workspace, up to
 * its repository. The user's own `core.excludesFile` is not read: one workspace gives the same answers on every machine.
 * Git's index is not read either, so a tracked file that an ignore rule names stays out.
 */
export function openWorkspace(root: string, reserved: readonly string[]): Workspace {
  const repository = findRepository(root);
  const ignoreCase = ignoresCase(repository);
  const place = { origin: "", cut: 0, above: "", ignoreCase };
  const own = { ...place, origin: "the list of what another source reads" };
  const builtIn = { ...place, origin: "the built-in list" };
  const ruleFiles = addIgnoreText("none", RULE_FILES, builtIn);
  const ground: IgnoreLayers = {
    reserved:
      reserved.length === 0 ? ruleFiles : addIgnoreText(ruleFiles, reserved.join("\n"), own),
    exhibit: "none",
    git: addIgnoreText("none", BUILT_IN_RULES.join("\n"), builtIn),
  };
  const layers = foldersAbove(root, repository).reduce((inForce: IgnoreLayers, folder) => {
    const below = relative(folder, root).split(sep).join("/");
    const up = "../".repeat(below.split("/").length);
    const at = { ...place, origin: up, above: toByteString(`${below}/`) };
    return addFolderRules(inForce, folder, at).layers;
  }, ground);
  return { root, ignoreCase, layers };
}

/** The folders from the repository down to just above the root, outermost first. */
function foldersAbove(root: string, repository: Repository | "none"): readonly string[] {
  if (repository === "none") return [];
  const folders: string[] = [];
  for (let at = root; at !== repository.workTree; ) {
    at = dirname(at);
    folders.unshift(at);
  }
  return folders;
}

/** Returns the folder `name` of `parent` with its own ignore files in force. `holds` tells whether a name is in it. */
export function enterFolder(
  workspace: Workspace,
  parent: Folder | "none",
  name: string,
  holds: (name: string) => boolean = () => true,
): Folder {
  const path = parent === "none" ? "" : `${parent.path}${name}/`;
  const absolute = parent === "none" ? workspace.root : join(parent.absolute, name);
  const inherited = parent === "none" ? workspace.layers : parent.layers;
  const cut = toByteString(path).length;
  const place = { origin: path, cut, above: "", ignoreCase: workspace.ignoreCase };
  return { path, name, absolute, ...addFolderRules(inherited, absolute, place, holds) };
}

interface Place {
  readonly origin: string;
  readonly cut: number;
  readonly above: string;
  readonly ignoreCase: boolean;
}

function addFolderRules(
  inherited: IgnoreLayers,
  folder: string,
  place: Place,
  holds: (name: string) => boolean = () => true,
): Pick<Folder, "layers" | "unread"> {
  const unread: { path: string; reason: string }[] = [];
  const add = (next: IgnoreLayer | "none", file: string, shown: string) => {
    const origin = place.origin + shown;
    const { layer, problem } = addIgnoreFile(next, { ...place, file, origin });
    if (problem !== "") unread.push({ path: origin, reason: problem });
    return layer;
  };
  let { git, exhibit } = inherited;
  const repository = holds(".git") ? repositoryAt(folder) : "none";
  if (repository !== "none") {
    git = add(git, join(repository.commonFolder, "info", "exclude"), ".git/info/exclude");
  }
  if (holds(".gitignore")) git = add(git, join(folder, ".gitignore"), ".gitignore");
  if (holds(".exhibitignore")) {
    exhibit = add(exhibit, join(folder, ".exhibitignore"), ".exhibitignore");
  }
  return { layers: { ...inherited, git, exhibit }, unread };
}
