import { EngineError, type ErrorCode, queryEmpty } from "../errors.ts";
import type { Artifact } from "../model/artifact.ts";
import type { SearchOptions } from "../model/engine.ts";
import type { TraceStep } from "../model/envelope.ts";
import type { Gap } from "../model/gap.ts";
import type { SearchResponse } from "../model/search-response.ts";
import type { Standing } from "../pipeline/refresh/keep-projection.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import type { Found } from "../pipeline/search/find-candidates.ts";
import { findCandidates } from "../pipeline/search/find-candidates.ts";
import {
  CALL_OPTIONS,
  type CallSettings,
  type OptionNames,
  settleCall,
  settleLimit,
} from "./call-settings.ts";
import { citePassage, createCurrentTexts } from "./cite-candidate.ts";
import { composeSignals, recountDates, unknownDateGap } from "./compose-signals.ts";
import { echoQuery } from "./echo-query.ts";
import { listObservations } from "./list-observations.ts";
import { assessRetrieval, type CitedHit, narrowHit, toHit } from "./present-hit.ts";
import { reconcileStanding } from "./reconcile-standing.ts";
import type { CallParts, Session } from "./session.ts";
import { toIndexQuery } from "./to-index-query.ts";

const OPTIONS: OptionNames<SearchOptions> = {
  ...CALL_OPTIONS,
  limit: true,
  ranker: true,
  sources: true,
  paths: true,
  kinds: true,
  languages: true,
  heading: true,
  excludedWords: true,
  detail: true,
  explain: true,
  trace: true,
};

/**
 * Refresh, search, cite, respond: a question becomes ranked candidates, each with a citation that was re-read and
 * re-hashed for this answer, three freshness answers, and what could not be answered.
 */
export async function search(
  parts: CallParts,
  query: string,
  options: SearchOptions,
): Promise<SearchResponse> {
  if (query.trim() === "") throw queryEmpty();
  const settings = settleCall(parts, options, OPTIONS);
  const limit = settleLimit(options.limit);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const found = await findCandidates(
    {
      ...parts,
      store: session.store,
      snapshot: session.snapshot,
      repairIndex: repair(session, settings),
    },
    await toIndexQuery(query, options, limit),
  );
  const { hits, gaps } = await citeCandidates(parts, session, { found, options });
  const served = reconcileStanding(
    standing,
    hits.map(({ cited }) => cited),
  );
  return respond(parts, { query, options, settings, session, standing: served, found, hits, gaps });
}

function repair(session: Session, settings: CallSettings): () => Promise<boolean> {
  return async () => {
    if (settings.refresh === "off" || !session.store.writable) return false;
    try {
      return (await session.keeper.refresh({ rebuild: true })).status === "refreshed";
    } catch (error) {
      // A store that is locked or full cannot be mended now; the stored text still answers.
      if (error instanceof EngineError && CANNOT_REPAIR.has(error.code)) return false;
      throw error;
    }
  };
}

const CANNOT_REPAIR: ReadonlySet<ErrorCode> = new Set([
  "store_busy",
  "store_full",
  "store_readonly",
]);

async function citeCandidates(
  parts: CallParts,
  session: Session,
  from: { readonly found: Found; readonly options: SearchOptions },
): Promise<{ readonly hits: readonly CitedHit[]; readonly gaps: readonly Gap[] }> {
  const { candidates } = from.found.answer;
  const refs = [...new Set(candidates.map((candidate) => candidate.artifact))];
  const stored = await session.store.artifacts(refs);
  const byRef = new Map<string, Artifact>(stored.map((artifact) => [artifact.ref, artifact]));
  const texts = createCurrentTexts(parts);
  const whole = from.options.detail === "full";
  const hits: CitedHit[] = [];
  const gaps: Gap[] = [];
  const shownWhole = new Set<string>();
  for (const candidate of candidates) {
    const artifact = byRef.get(candidate.artifact);
    if (artifact === undefined || artifact.version !== candidate.version) {
      gaps.push({
        code: "recovery_failed",
        subject: candidate.artifact,
        detail: "not in this generation",
      });
      continue;
    }
    if (whole && shownWhole.has(artifact.ref)) continue;
    shownWhole.add(artifact.ref);
    const { position } = candidate;
    const outcome = await citePassage(session.store, texts, { artifact, position, whole });
    if (outcome.status === "failed") gaps.push(outcome.gap);
    else hits.push({ candidate, cited: outcome.cited });
  }
  return { hits, gaps };
}

interface Answer {
  readonly query: string;
  readonly options: SearchOptions;
  readonly settings: CallSettings;
  readonly session: Session;
  readonly standing: Standing;
  readonly found: Found;
  readonly hits: readonly CitedHit[];
  readonly gaps: readonly Gap[];
}

async function respond(parts: CallParts, answer: Answer): Promise<SearchResponse> {
  const { settings, standing, found, hits, options } = answer;
  const refs = [...new Set(hits.map(({ cited }) => cited.artifact.ref))];
  const listed = await listObservations(parts, refs);
  const { observations } = listed;
  const facts = { settings, standing, observations, asked: options.sources };
  return fitResponse<SearchResponse, CitedHit>({
    capBytes: settings.capBytes,
    items: hits,
    gaps: [...listGaps(answer), ...listed.gaps],
    narrow: narrowHit,
    build: (kept, gaps, budget) => {
      const shown = kept.map(({ cited }) => cited.artifact);
      return {
        schema: "exhibit.search/1",
        query: echoQuery(answer.query),
        hits: kept.map((hit, index) =>
          toHit(parts, hit, { rank: index + 1, options, nowMs: settings.nowMs }),
        ),
        retrieval: assessRetrieval(found, hits, kept),
        gaps: recountDates(gaps, shown, settings.nowMs),
        ...composeSignals(parts, facts, shown),
        budget,
        ...(options.trace === true ? { trace: traceSearch(answer) } : {}),
      };
    },
  });
}

function listGaps(answer: Answer): readonly Gap[] {
  const { found, hits, standing, session, settings } = answer;
  const unmatched = found.answer.unmatchedWords.map(
    (word): Gap => ({ code: "term_unmatched", subject: word }),
  );
  const shown = hits.map(({ cited }) => cited.artifact);
  return [
    ...session.gaps,
    ...answer.gaps,
    ...found.gaps,
    ...unmatched,
    ...listLeftOut(found),
    ...unknownDateGap(shown, settings.nowMs),
    ...summarizeGaps(standing.gaps),
  ];
}

/** Why nothing was found although words are there: a phrase nobody wrote, a filter, an excluded word. */
function listLeftOut(found: Found): readonly Gap[] {
  const { candidates, unmetPhrases, acceptedPassages, filteredOut, excludedPassages } =
    found.answer;
  if (candidates.length > 0) return [];
  const leftOut = (count: number, detail: string): Gap => ({
    code: "passages_left_out",
    count,
    detail,
  });
  return [
    ...unmetPhrases.map((phrase): Gap => ({ code: "term_unmatched", subject: `"${phrase}"` })),
    ...(acceptedPassages === 0 ? [leftOut(0, "the filters let none through")] : []),
    ...(acceptedPassages > 0 && filteredOut > 0 ? [leftOut(filteredOut, "by the filters")] : []),
    ...(excludedPassages > 0 ? [leftOut(excludedPassages, "by an excluded word")] : []),
  ];
}

function traceSearch(answer: Answer): readonly TraceStep[] {
  const { standing, found, hits, options } = answer;
  const { answer: counts } = found;
  return [
    { step: "refresh", detail: standing.projection.refresh.status, count: standing.gaps.length },
    { step: "search", detail: found.method, count: counts.passageCount },
    { step: "match", detail: `${counts.words.length} words`, count: counts.matchedPassages },
    { step: "rank", detail: options.ranker ?? "lexical", count: counts.candidates.length },
    { step: "cite", detail: "re-read and re-hashed", count: hits.length },
  ];
}
