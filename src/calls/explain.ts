import { queryEmpty, storeCorrupt } from "../errors.ts";
import type { ExplainOptions, RefreshMode } from "../model/engine.ts";
import type { ExplainResponse } from "../model/explain-response.ts";
import type { Gap } from "../model/gap.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import { type IndexCandidate, MAX_CANDIDATES } from "../ports/passage-index.ts";
import { CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { citePassage, createCurrentTexts, toCitation } from "./cite-candidate.ts";
import { composeSignals } from "./compose-signals.ts";
import { echoQuery } from "./echo-query.ts";
import { explainMiss } from "./explain-miss.ts";
import { type FoundEverywhere, findEverywhere } from "./find-everywhere.ts";
import { listObservations } from "./list-observations.ts";
import { type Resolved, resolveReference } from "./resolve-reference.ts";
import type { CallParts } from "./session.ts";
import { toIndexQuery } from "./to-index-query.ts";

const OPTIONS: OptionNames<ExplainOptions> = { ...CALL_OPTIONS, ranker: true };

interface Placed {
  readonly position: number;
  readonly rank: number | "not_a_candidate";
  readonly candidate: IndexCandidate | "unavailable";
  readonly reason: string | "none";
  readonly everywhere: FoundEverywhere;
}

/** Says why a passage stands where it does for a question, or that it was no candidate and why (DIA-06, ORD-04). */
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
  const placed = await place(parts, resolved, { query, options, mode: settings.refresh });
  const texts = createCurrentTexts(parts);
  const outcome = await citePassage(resolved.texts, texts, {
    artifact,
    position: placed.position,
    whole: false,
  });
  if (outcome.status === "failed") {
    throw storeCorrupt(parts.dataFolder, `${artifact.path}: ${outcome.gap.detail}`);
  }
  const { observations, gaps: ledgerGaps } = await listObservations(parts, [artifact.ref]);
  const stores = placed.everywhere.stores.map((store) => store.standing);
  const facts = { settings, standing, observations, stores };
  return fitResponse<ExplainResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: [
      ...session.gaps,
      ...ledgerGaps,
      ...gapsOf(placed.everywhere),
      ...summarizeGaps(standing.gaps),
    ],
    build: (_none, gaps, budget) => ({
      schema: "exhibit.explain/1",
      query: echoQuery(query),
      citation: toCitation(parts, outcome.cited),
      ...describe(placed),
      gaps,
      ...composeSignals(parts, facts, [outcome.cited.artifact]),
      budget,
    }),
  });
}

function gapsOf({ found, stores }: FoundEverywhere): readonly Gap[] {
  return [...stores.flatMap(({ gaps }) => gaps), ...(found === "none" ? [] : found.gaps)];
}

function describe({
  candidate,
  everywhere,
  rank,
  reason,
}: Placed): Pick<
  ExplainResponse,
  "explanation" | "matched" | "rank" | "reason" | "score" | "unmatched"
> {
  const why = reason === "none" ? {} : { reason };
  if (candidate === "unavailable") {
    const words = everywhere.answers[0]?.words ?? [];
    const nothing = { score: "unavailable", matched: [], explanation: "unavailable" } as const;
    return { rank, ...why, ...nothing, unmatched: words };
  }
  const { explanation = "unavailable", matched, score, unmatched } = candidate;
  return { rank, ...why, score, matched, unmatched, explanation };
}

/** A search asks for what lies in scope; whoever asks why something is not in it may name what does not. */
const IN_SCOPE: EntryScope = { quarantined: "hidden" };
const NAMED: EntryScope = { quarantined: "shown" };

async function place(
  parts: CallParts,
  resolved: Resolved,
  {
    query,
    options,
    mode,
  }: {
    readonly query: string;
    readonly options: ExplainOptions;
    readonly mode: RefreshMode;
  },
): Promise<Placed> {
  const { artifact } = resolved;
  const find = async (paths: readonly string[], scope: EntryScope): Promise<FoundEverywhere> => {
    const { ranker } = options;
    const filter = { paths, explain: true, ...(ranker === undefined ? {} : { ranker }) };
    return findEverywhere(parts, {
      query: await toIndexQuery(query, filter, MAX_CANDIDATES),
      sources: paths.length === 0 ? undefined : [artifact.source],
      scope,
      excludedSessions: [],
      mode,
    });
  };
  const everywhere = await find([], IN_SCOPE);
  const positions = await positionsOf(parts, resolved);
  const findIn = ({ candidates }: FoundEverywhere): number =>
    candidates.findIndex(
      ({ candidate }) =>
        candidate.artifact === artifact.ref && positions.includes(candidate.position),
    );
  const rank = findIn(everywhere);
  const ranked = everywhere.candidates[rank]?.candidate;
  if (ranked !== undefined) {
    const { position } = ranked;
    return { position, rank: rank + 1, candidate: ranked, reason: "none", everywhere };
  }
  const alone = await find([escapeGlob(artifact.path)], NAMED);
  const scored = alone.candidates[findIn(alone)]?.candidate;
  return {
    position: scored?.position ?? positions[0] ?? 0,
    rank: "not_a_candidate",
    candidate: scored ?? "unavailable",
    reason: await explainMiss(parts, artifact, { everywhere, isFoundAlone: scored !== undefined }),
    everywhere,
  };
}

/** Positions of the passages that the reference's lines touch; all of them for a whole artifact. */
async function positionsOf(
  parts: CallParts,
  { artifact, reference, texts }: Resolved,
): Promise<readonly number[]> {
  const passages = await texts.passages(artifact.version, artifact.kind);
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
