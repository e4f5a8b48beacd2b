import { type IgnoreRule, parseIgnoreFile, ruleMatches } from "./ignore-rule.ts";

/** The rules of one ignore file, indexed so that a name costs the same whether the file has five lines or five hundred. */
export interface IgnoreList {
  /** Where the rules come from, for messages: `docs/.gitignore`. */
  readonly origin: string;
  /** Returns the last rule that speaks of this entry, or `"none"`. */
  find(entry: ListedName): IgnoreRule | "none";
}

/** An entry as one ignore file sees it, in byte strings. */
export interface ListedName {
  readonly name: string;
  /** Path below the folder of the ignore file. */
  readonly path: string;
  readonly isFolder: boolean;
}

export interface IgnoreListOptions {
  readonly origin: string;
  /** ASCII letters match in either case, as git does on file systems that keep no case. */
  readonly ignoreCase: boolean;
}

/** A bucket holds rules in file order; the last one that applies decides. */
type Buckets = Map<string, IgnoreRule[]>;

/** Returns the rules of an ignore file's text (a byte string). */
export function createIgnoreList(text: string, options: IgnoreListOptions): IgnoreList {
  const fold = options.ignoreCase ? foldCase : (value: string) => value;
  const byName: Buckets = new Map();
  const byExtension: Buckets = new Map();
  const others: IgnoreRule[] = [];
  for (const rule of parseIgnoreFile(fold(text))) {
    const bucket = bucketOf(rule, byName, byExtension) ?? others;
    bucket.push(rule);
  }
  return {
    origin: options.origin,
    find(entry) {
      const name = fold(entry.name);
      const seen = { name, path: fold(entry.path), isFolder: entry.isFolder };
      let best: IgnoreRule | "none" = "none";
      for (const bucket of [byName.get(name), byExtension.get(extensionOf(name)), others]) {
        if (bucket !== undefined && bucket.length > 0) best = later(bucket, seen, best);
      }
      return best;
    },
  };
}

/** Cuts a `*.ext` rule to its bucket; a suffix with more or no dots cannot be found by extension. */
function bucketOf(
  { test }: IgnoreRule,
  byName: Buckets,
  byExtension: Buckets,
): { push(rule: IgnoreRule): number } | undefined {
  if (test.kind === "name") return entryOf(byName, test.name);
  if (test.kind === "suffix" && test.suffix.lastIndexOf(".") === 0) {
    return entryOf(byExtension, test.suffix);
  }
  return undefined;
}

function entryOf(buckets: Buckets, key: string): IgnoreRule[] {
  const found = buckets.get(key) ?? [];
  buckets.set(key, found);
  return found;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

/** The last rule of the bucket that applies, if it stands after `best`; else `best`. */
function later(
  bucket: readonly IgnoreRule[],
  entry: ListedName,
  best: IgnoreRule | "none",
): IgnoreRule | "none" {
  const afterLine = best === "none" ? 0 : best.line;
  for (let index = bucket.length - 1; index >= 0; index--) {
    const rule = bucket[index];
    if (rule === undefined || rule.line <= afterLine) return best;
    if (rule.foldersOnly && !entry.isFolder) continue;
    if (ruleMatches(rule, entry.name, entry.path)) return rule;
  }
  return best;
}

function foldCase(value: string): string {
  return value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
