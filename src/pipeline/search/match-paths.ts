import picomatch from "picomatch";

/** Compiles globs over artifact paths: any may match, and one with `!` in front excludes. None accepts every path. */
export function matchPaths(globs: readonly string[]): (path: string) => boolean {
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const accepts = wanted.length === 0 ? () => true : picomatch([...wanted], { dot: true });
  const refuses = unwanted.length === 0 ? () => false : picomatch([...unwanted], { dot: true });
  return (path) => accepts(path) && !refuses(path);
}
