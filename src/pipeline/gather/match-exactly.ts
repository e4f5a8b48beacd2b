import type { ExactMatch } from "../../model/candidate.ts";
import type { TaskNames } from "./task-names.ts";

/** What a candidate is called. */
export interface CandidateNames {
  readonly path: string;
  /** Empty for a text that only its first words name. */
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly defined: readonly string[];
}

/** File names that so many folders have that they name none. */
const COMMON_FILE =
  /^(?:readme|index|main|mod|lib|license|changelog|contributing|package|__init__|types?|utils?|config|test)\b/i;

/** Says what of the task names a candidate exactly: its path before a name it defines, its heading and its title. */
export function matchExactly(names: TaskNames, candidate: CandidateNames): ExactMatch {
  if (names.paths.some((path) => isPath(path, candidate.path))) return "path";
  const called = new Set(names.identifiers);
  if (candidate.defined.some((name) => called.has(name) || called.has(`${name}()`))) {
    return "identifier";
  }
  const heading = candidate.headingPath.at(-1) ?? "";
  if (isNamed(names, heading)) return "heading";
  return isNamed(names, candidate.title) ? "title" : "none";
}

function isPath(named: string, path: string): boolean {
  if (named === path) return true;
  if (named.includes("/")) return path.endsWith(`/${named}`) || named.endsWith(`/${path}`);
  const file = path.slice(path.lastIndexOf("/") + 1);
  return named === file && !COMMON_FILE.test(file);
}

/**
 * A heading is named where the task quotes it, where it has the shape of an identifier and stands in the task, or where the
 * task holds it word for word and it is too long, or too much a name, to stand there by accident.
 */
function isNamed({ identifiers, quoted, text }: TaskNames, name: string): boolean {
  const plain = name.replaceAll("`", "").trim();
  if (plain === "") return false;
  const lower = plain.toLowerCase();
  if (quoted.some((words) => words.toLowerCase() === lower)) return true;
  if (identifiers.some((word) => word.toLowerCase() === lower)) return true;
  const words = plain.split(/\s+/).length;
  if (words < 2) return false;
  if (words >= MIN_WORDS) return holds(text.toLowerCase(), lower);
  return /^\p{Lu}.*\s\p{Lu}/u.test(plain) && holds(text, plain);
}

/** So many words in a row are no accident, whatever their capitals. */
const MIN_WORDS = 4;

function holds(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole = !isWordAt(text, at - 1) && !isWordAt(text, at + name.length);
    if (isWhole) return true;
  }
  return false;
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at));
}
