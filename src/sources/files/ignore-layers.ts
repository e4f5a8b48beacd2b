import { closeSync, readFileSync } from "node:fs";
import { openRegularFile } from "../open-regular-file.ts";
import { fromByteString } from "./byte-string.ts";
import { createIgnoreList, type IgnoreList } from "./ignore-list.ts";

/** One ignore file in force below a folder, and those of lower rank behind it. */
export interface IgnoreLayer {
  readonly list: IgnoreList;
  /** How many units of a workspace path to cut to get the path below the ignore file's folder. */
  readonly cut: number;
  /** What to put before a workspace path when the ignore file lies above the workspace. */
  readonly above: string;
  readonly next: IgnoreLayer | "none";
}

/**
 * The rules in force in one folder. `.exhibitignore` files outrank every `.gitignore`, because they say what is wanted here
 * whatever git does; within each kind the nearest folder decides first, and `.git/info/exclude` comes last.
 */
export interface IgnoreLayers {
  /** What another source reads; outranks everything. */
  readonly reserved: IgnoreLayer | "none";
  readonly exhibit: IgnoreLayer | "none";
  readonly git: IgnoreLayer | "none";
}

/** An entry to decide on. Strings are byte strings; `path` is relative to the workspace. */
export interface IgnoreQuestion {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

export type IgnoreVerdict = "kept" | { readonly ignoredBy: string };

/** Decides on one entry alone. A folder that is ignored is never entered, so nothing below it can be wanted again (gitignore(5)). */
export function decideIgnored(layers: IgnoreLayers, entry: IgnoreQuestion): IgnoreVerdict {
  for (const layer of [layers.reserved, layers.exhibit, layers.git]) {
    const verdict = decideIn(layer, entry);
    if (verdict !== "silent") return verdict;
  }
  return "kept";
}

function decideIn(start: IgnoreLayer | "none", entry: IgnoreQuestion): IgnoreVerdict | "silent" {
  for (let layer = start; layer !== "none"; layer = layer.next) {
    const below = layer.cut === 0 ? entry.path : entry.path.slice(layer.cut);
    const path = layer.above === "" ? below : layer.above + below;
    const rule = layer.list.find({ name: entry.name, path, isFolder: entry.isFolder });
    if (rule === "none") continue;
    if (rule.negated) return "kept";
    return {
      ignoredBy: `${layer.list.origin} line ${rule.line} (${fromByteString(rule.text)}) ignores it`,
    };
  }
  return "silent";
}

/** An ignore file to put in force. */
export interface LayerSource {
  readonly file: string;
  readonly origin: string;
  readonly cut: number;
  readonly above: string;
  readonly ignoreCase: boolean;
}

/** Puts a file's rules in front of `next`; a file that is absent, a link (as in git) or without rules changes nothing. */
export function addIgnoreFile(
  next: IgnoreLayer | "none",
  source: LayerSource,
): { layer: IgnoreLayer | "none"; problem: string } {
  const opened = openRegularFile(source.file);
  if (opened.status === "unreadable") return { layer: next, problem: opened.reason };
  if (opened.status !== "ok") return { layer: next, problem: "" };
  try {
    const text = readFileSync(opened.descriptor, "latin1");
    return { layer: addIgnoreText(next, text, source), problem: "" };
  } finally {
    closeSync(opened.descriptor);
  }
}

/** Puts rules given as a byte string in front of `next`. */
export function addIgnoreText(
  next: IgnoreLayer | "none",
  text: string,
  source: Omit<LayerSource, "file">,
): IgnoreLayer {
  const list = createIgnoreList(text, source);
  return { list, cut: source.cut, above: source.above, next };
}
