import { EngineError } from "../errors.ts";
import { type Artifact, STORE_NAMES } from "../model/artifact.ts";
import type { Candidate } from "../model/candidate.ts";
import type { Gap } from "../model/gap.ts";
import type { Pool } from "../model/pool.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { openContent } from "./ask-content.ts";
import type { CallSettings } from "./call-settings.ts";
import type { Gathered } from "./gathered.ts";
import { listObservations } from "./list-observations.ts";
import { createTextLoader } from "./load-text.ts";
import { readReference, textsOf } from "./resolve-reference.ts";
import type { CallParts, Session } from "./session.ts";
import { withNothing } from "./store-answer.ts";

/**
 * Takes a pool that somebody froze as it is: nothing is searched, so every source is one that was not asked. What of it this
 * workspace does not hold is counted as a gap; its text is that of the pool.
 */
export async function gatherPool(
  parts: CallParts,
  pool: Pool,
  settings: CallSettings,
): Promise<Gathered> {
  const content = await openContent(parts, settings.refresh);
  const artifacts = new Map<string, Artifact>();
  if (content.session !== "none") {
    for (const candidate of pool.candidates) {
      const artifact = await findHeld(parts, content.session, candidate);
      if (artifact !== "none") artifacts.set(candidate.id, artifact);
    }
  }
  const refs = [...new Set([...artifacts.values()].map(({ ref }) => ref))];
  const listed = await listObservations(parts, refs);
  return {
    pool,
    artifacts,
    facts: {
      settings,
      standing: content.standing,
      observations: listed.observations,
      asked: [],
      stores: STORE_NAMES.map((name) => withNothing(name, "not_asked").standing),
    },
    gaps: [...notHeld(pool, artifacts), ...listed.gaps, ...summarizeGaps(content.standing.gaps)],
    loadText: createTextLoader(parts, await parts.tokens()),
  };
}

/** The artifact of a candidate in the version it cites. A pool of another place may name anything. */
async function findHeld(
  parts: CallParts,
  session: Session,
  { artifact: ref, version }: Candidate,
): Promise<Artifact | "none"> {
  try {
    const { source } = readReference(parts, ref);
    const texts = await textsOf(parts, session, source);
    return (await texts.findVersions(version)).find((artifact) => artifact.ref === ref) ?? "none";
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return "none";
  }
}

function notHeld(pool: Pool, held: ReadonlyMap<string, Artifact>): readonly Gap[] {
  const lost = pool.candidates.filter(
    ({ id, recovery }) => recovery.status === "resolved" && !held.has(id),
  );
  const [first] = lost;
  if (first === undefined) return [];
  const detail = "this workspace does not hold the version that the pool cites";
  return [{ code: "recovery_failed", subject: first.citation.path, detail, count: lost.length }];
}
