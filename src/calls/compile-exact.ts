import type { CallParts } from "./session.ts";

/** Returns what says of a path whether its text enters a bundle word for word or not at all; compiled only where globs say so. */
export async function compileExact({
  exact,
}: Pick<CallParts, "exact">): Promise<(path: string) => boolean> {
  if (exact.length === 0) return () => false;
  return (await import("../pipeline/search/match-paths.ts")).matchPaths(exact);
}
