import { openEngine } from "exhibit-context";

// #region ask
/** Asks one question and returns what a reader should see before using any of it. */
export async function ask(workspace: string, question: string): Promise<readonly string[]> {
  const engine = await openEngine({ workspace });
  try {
    const { hits, gaps, freshness, retrieval } = await engine.search(question, { limit: 3 });
    return [
      ...hits.map(({ citation, headingPath }) => {
        return `${citation.path}:${citation.startLine} ${headingPath.join(" > ")} (${citation.state})`;
      }),
      `evidence: ${retrieval.evidence}, answers the question: ${retrieval.answersQuestion}`,
      `projection: ${freshness.projection.state}`,
      `oldest observation: ${freshness.sources.oldestObservedAt}`,
      `checked live: ${freshness.live.verified}`,
      ...gaps.map(({ code, subject }) => `gap: ${code} ${subject ?? ""}`.trimEnd()),
    ];
  } finally {
    await engine.close();
  }
}
// #endregion ask
