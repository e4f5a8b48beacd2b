import { DENY_RULES, SUSPECT } from "./deny-rules.ts";

/** Names outside ASCII may fold into anything. Apart from `SUSPECT`: compiling this class to ignore case takes 25 ms. */
const FOREIGN = /[^\0-\x7f]/;

/** An entry to decide on. */
export interface DenyQuestion {
  readonly name: string;
  /** Name of the folder it lies in; empty at the root. */
  readonly folder: string;
  readonly isFolder: boolean;
}

/** Returns the name of the rule that keeps this entry closed, or `"open"`. */
export function denyEntry({ name, folder, isFolder }: DenyQuestion): string {
  if (!SUSPECT.test(name) && !FOREIGN.test(name)) return "open";
  const part = comparable(name);
  for (const rule of DENY_RULES) {
    if (isFolder && rule.filesOnly === true) continue;
    if (!rule.part.test(part) || rule.except?.test(part)) continue;
    if (rule.within === undefined || rule.within === comparable(folder)) return rule.name;
  }
  return "open";
}

/** Returns the name of the rule that keeps `path` (`/` between parts, a file's) closed, or `"open"`. */
export function denyPath(path: string): string {
  const parts = path.split("/");
  for (const [index, name] of parts.entries()) {
    const isFolder = index < parts.length - 1;
    const rule = denyEntry({ name, folder: parts[index - 1] ?? "", isFolder });
    if (rule !== "open") return rule;
  }
  return "open";
}

// Some file systems fold case and width and drop trailing dots and spaces: `.ENV` and `.env.` open the same file there.
function comparable(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[. ]+$/, "");
}
