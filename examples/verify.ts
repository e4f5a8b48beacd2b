import type { Hit } from "exhibit-context";
import { openEngine } from "exhibit-context";

/** Writes a hit's citation the way `verify` and `open` read it. */
export function writeCitation({ artifact, citation }: Hit): string {
  return `${artifact}@${citation.version}#L${citation.startLine}-L${citation.endLine}`;
}

// #region check
/** Says of each citation what its place holds now, and whether the cited version still resolves. */
export async function check(
  workspace: string,
  citations: readonly string[],
): Promise<readonly string[]> {
  const engine = await openEngine({ workspace });
  try {
    const { checks } = await engine.verify(citations);
    return checks.map(({ citation, resolved }) => {
      return `${citation === "unknown" ? "unknown" : citation.state}, version: ${resolved}`;
    });
  } finally {
    await engine.close();
  }
}
// #endregion check
