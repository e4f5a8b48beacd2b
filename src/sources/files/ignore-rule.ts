import { type Glob, matchesGlob, parseGlob } from "./glob.ts";

/** One line of an ignore file. Patterns and paths are byte strings. */
export interface IgnoreRule {
  /** `!`: what matches is wanted again. */
  readonly negated: boolean;
  /** A trailing slash: folders only. */
  readonly foldersOnly: boolean;
  /** 1-based. */
  readonly line: number;
  /** The line as written, for messages. */
  readonly text: string;
  readonly test: NameTest;
}

/**
 * How a rule decides. Rules without a slash look at the name alone, in a form that can be indexed where the pattern is plain;
 * the others look at the path below the ignore file's folder.
 */
export type NameTest =
  | { readonly kind: "name"; readonly name: string }
  /** Ends with `suffix`: git's quick form of a `*` and plain text. */
  | { readonly kind: "suffix"; readonly suffix: string }
  | { readonly kind: "name-glob"; readonly glob: Glob }
  | { readonly kind: "path"; readonly prefix: string; readonly glob: Glob };

const GLOB_SPECIAL = /[*?[\\]/;
const UTF8_BOM = "\xef\xbb\xbf";

/** Reads an ignore file (a byte string) into rules, first line first, exactly as git reads it (gitignore(5), git's dir.c). */
export function parseIgnoreFile(text: string): readonly IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  const lines = (text.startsWith(UTF8_BOM) ? text.slice(UTF8_BOM.length) : text).split("\n");
  for (const [index, raw] of lines.entries()) {
    const line = trimTrailingSpaces(raw.endsWith("\r") ? raw.slice(0, -1) : raw);
    if (line === "" || raw.startsWith("#")) continue;
    const rule = parseRule(line, index + 1);
    if (rule !== "never") rules.push(rule);
  }
  return rules;
}

function parseRule(text: string, line: number): IgnoreRule | "never" {
  const negated = text.startsWith("!");
  let pattern = negated ? text.slice(1) : text;
  const foldersOnly = pattern.endsWith("/");
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const test = pattern.includes("/") ? pathTest(pattern) : nameTest(pattern);
  return test === "never" ? "never" : { negated, foldersOnly, line, text, test };
}

function nameTest(pattern: string): NameTest | "never" {
  if (pattern === "") return "never";
  if (!GLOB_SPECIAL.test(pattern)) return { kind: "name", name: pattern };
  if (pattern.startsWith("*") && !GLOB_SPECIAL.test(pattern.slice(1))) {
    return { kind: "suffix", suffix: pattern.slice(1) };
  }
  const glob = parseGlob(pattern);
  return glob === "never" ? "never" : { kind: "name-glob", glob };
}

function pathTest(pattern: string): NameTest | "never" {
  const anchored = pattern.startsWith("/") ? pattern.slice(1) : pattern;
  const special = anchored.search(GLOB_SPECIAL);
  const prefix = special < 0 ? anchored : anchored.slice(0, special);
  // Git matches the plain beginning first and starts the pattern anew after it: `a**/b` means `a`, then `**/b`.
  const glob = parseGlob(anchored.slice(prefix.length));
  if (glob === "never" || anchored === "") return "never";
  return { kind: "path", prefix, glob };
}

/** Cuts spaces (and only spaces) off the end, except one behind a backslash. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (line[end - backslashes - 1] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

/** Returns whether the rule speaks of this name, whose path below the rule's folder is `path`. */
export function ruleMatches(rule: IgnoreRule, name: string, path: string): boolean {
  const { test } = rule;
  switch (test.kind) {
    case "name":
      return test.name === name;
    case "suffix":
      return name.endsWith(test.suffix);
    case "name-glob":
      return matchesGlob(test.glob, name);
    case "path":
      return path.startsWith(test.prefix) && matchesGlob(test.glob, path.slice(test.prefix.length));
  }
}
