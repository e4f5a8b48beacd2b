import { queryEmpty, storeCorrupt } from "../errors.ts";
import type { ExplainOptions, SearchOptions } from "../model/engine.ts";
import type { ExplainResponse } from "../model/explain-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { type Found, findCandidates } from "../pipeline/search/find-candidates.ts";
import { type IndexCandidate, MAX_CANDIDATES } from "../ports/passage-index.ts";
import { CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { citePassage, createCurrentTexts, toCitation } from "./cite-candidate.ts";
import { composeSignals } from "./compose-signals.ts";
import { echoQuery } from "./echo-query.ts";
import { listObservations } from "./list-observations.ts";
import { type Resolved, resolveReference } from "./resolve-reference.ts";
import type { CallParts, Session } from "./session.ts";
import { toIndexQuery } from "./to-index-query.ts";

const OPTIONS: OptionNames<ExplainOptions> = { ...CALL_OPTIONS, ranker: true };

interface Placed {
  readonly position: number;
  readonly rank: number | "not_a_candidate";
  readonly candidate: IndexCandidate | "unavailable";
  readonly found: Found;
}

/** Says why a passage stands where it does for a question, or that it was no candidate (DIA-06). */
export async function explain(
  parts: CallParts,
  query: string,
  reference: string,
  options: ExplainOptions,
): Promise<ExplainResponse> {
  if (query.trim() === "") throw queryEmpty();
  const settings = settleCall(parts, options, OPTIONS);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const resolved = await resolveReference(parts, session, {
    text: reference,
    gaps: standing.gaps,
  });
  const { artifact } = resolved;
  const { ranker } = options;
  const placed = await place(parts, session, {
    query,
    options: ranker === undefined ? {} : { ranker },
    resolved,
  });
  const texts = createCurrentTexts(parts);
  const outcome = await citePassage(session.store, texts, {
    artifact,
    position: placed.position,
    whole: false,
  });
  if (outcome.status === "failed") {
    throw storeCorrupt(parts.dataFolder, `${artifact.path}: ${outcome.gap.detail}`);
  }
  const { candidate, rank } = placed;
  const isFound = candidate !== "unavailable";
  const { observations, gaps: ledgerGaps } = await listObservations(parts, [artifact.ref]);
  const facts = { settings, standing, observations };
  return fitResponse<ExplainResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: [...session.gaps, ...ledgerGaps, ...placed.found.gaps, ...summarizeGaps(standing.gaps)],
    build: (_none, gaps, budget) => ({
      schema: "exhibit.explain/1",
      query: echoQuery(query),
      citation: toCitation(parts, outcome.cited),
      rank,
      score: isFound ? candidate.score : "unavailable",
      matched: isFound ? candidate.matched : [],
      unmatched: isFound ? candidate.unmatched : placed.found.answer.words,
      explanation: (isFound ? candidate.explanation : undefined) ?? "unavailable",
      gaps,
      ...composeSignals(parts, facts, [outcome.cited.artifact]),
      budget,
    }),
  });
}

async function place(
  parts: CallParts,
  session: Session,
  asked: { readonly query: string; readonly options: SearchOptions; readonly resolved: Resolved },
): Promise<Placed> {
  const { artifact } = asked.resolved;
  const find = async (options: SearchOptions): Promise<Found> =>
    findCandidates(
      {
        ...parts,
        store: session.store,
        snapshot: session.snapshot,
        repairIndex: async () => false,
      },
      await toIndexQuery(asked.query, { ...options, explain: true }, MAX_CANDIDATES),
    );
  const all = await find(asked.options);
  const ofArtifact = (found: Found): readonly IndexCandidate[] =>
    found.answer.candidates.filter((candidate) => candidate.artifact === artifact.ref);
  const wanted = await positionsOf(parts, session, asked.resolved);
  const isWanted = (candidate: IndexCandidate): boolean => wanted.includes(candidate.position);
  const ranked = ofArtifact(all).find(isWanted);
  if (ranked !== undefined) {
    const rank = all.answer.candidates.indexOf(ranked) + 1;
    return { position: ranked.position, rank, candidate: ranked, found: all };
  }
  const alone = await find({ ...asked.options, paths: [escapeGlob(artifact.path)] });
  const scored = ofArtifact(alone).find(isWanted);
  const position = scored?.position ?? wanted[0] ?? 0;
  return { position, rank: "not_a_candidate", candidate: scored ?? "unavailable", found: all };
}

/** Positions of the passages that the reference's lines touch; all of them for a whole artifact. */
async function positionsOf(
  parts: CallParts,
  session: Session,
  resolved: Resolved,
): Promise<readonly number[]> {
  const { artifact, reference } = resolved;
  const passages = await session.store.passages(artifact.version, artifact.kind);
  if (typeof passages === "string") {
    throw storeCorrupt(parts.dataFolder, `the passages of ${artifact.path} are ${passages}`);
  }
  const { lines } = reference;
  return passages
    .filter(
      (passage) =>
        lines === "all" ||
        (passage.startLine <= lines.endLine && lines.startLine <= passage.endLine),
    )
    .map((passage) => passage.position);
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@]/g, "\\$&");
}
