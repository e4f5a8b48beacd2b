/** Names of this many bytes fit on every file system in use. */
const MAX_PART_BYTES = 255;
const MAX_PATH_BYTES = 1_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Says what is wrong with the path of a rendered page, or `"none"`. A page path is relative, ends in `.md`, has `/` between its
 * parts and means the same on every system: no backslash, no `.` or `..`, no control character, no part longer than 255 bytes.
 */
export function findPagePathProblem(path: string): string | "none" {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    return "it is not a plain path below the pages folder";
  }
  if (path.includes("\\") || /^[a-z]:/i.test(path)) return "it means another path on Windows";
  if (CONTROL.test(path)) return "it holds a control character";
  if (/\p{Cs}|\ufffd/u.test(path)) return "its name is not UTF-8";
  if (!path.endsWith(".md")) return "it does not end in .md";
  const bytes = new TextEncoder().encode(path).length;
  const isLong = parts.some((part) => new TextEncoder().encode(part).length > MAX_PART_BYTES);
  return isLong || bytes > MAX_PATH_BYTES ? "it is longer than file systems allow" : "none";
}
