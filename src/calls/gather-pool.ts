import { poolInvalid } from "../errors-of-admission.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Pool } from "../model/pool.ts";
import { openContent } from "./ask-content.ts";
import type { CallSettings } from "./call-settings.ts";
import type { GatheredCandidates, ShownArtifact } from "./gather-candidates.ts";
import type { CallParts } from "./session.ts";

/**
 * Answers from a pool that was handed over: nothing is searched. Freshness is stated of those of its artifacts that are here;
 * what is not here has none, and its text is what the pool says. Refuses with `pool_invalid` tokens of another counter.
 */
export async function gatherPool(
  parts: CallParts,
  pool: Pool,
  settings: CallSettings,
): Promise<GatheredCandidates> {
  const counter = await parts.openCounter();
  if (pool.counter !== counter.name) {
    throw poolInvalid(
      "pool",
      `its tokens are of ${pool.counter}, and this program counts ${counter.name}`,
    );
  }
  const { session, standing } = await openContent(parts, settings.refresh);
  const refs = [...new Set(pool.candidates.map(({ artifact }) => artifact))];
  const here = session === "none" ? [] : await session.store.artifacts(refs);
  return {
    pool,
    counter,
    shown: shownOf(pool, here),
    facts: { settings, standing, observations: [], asked: [] },
    gaps: session === "none" ? [] : session.gaps,
    load: async () => "none",
  };
}

function shownOf(pool: Pool, here: readonly Artifact[]): ReadonlyMap<string, ShownArtifact> {
  const byKey = new Map(here.map((artifact) => [`${artifact.ref} ${artifact.version}`, artifact]));
  const shown = new Map<string, ShownArtifact>();
  for (const { artifact, citation, id, version } of pool.candidates) {
    const found = byKey.get(`${artifact} ${version}`);
    if (found !== undefined) shown.set(id, { artifact: found, place: { state: citation.state } });
  }
  return shown;
}
