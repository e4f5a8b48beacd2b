import { queryEmpty } from "../errors.ts";
import type { SearchOptions } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { SearchResponse } from "../model/search-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import {
  CALL_OPTIONS,
  type CallSettings,
  type OptionNames,
  settleCall,
  settleLimit,
} from "./call-settings.ts";
import { type CitedHit, citeCandidates } from "./cite-candidates.ts";
import { composeSignals, recountDates } from "./compose-signals.ts";
import { echoQuery } from "./echo-query.ts";
import { type FoundEverywhere, findEverywhere } from "./find-everywhere.ts";
import { listObservations } from "./list-observations.ts";
import { listSearchGaps } from "./list-search-gaps.ts";
import { assessRetrieval, narrowHit, toHit } from "./present-hit.ts";
import { reconcileStanding } from "./reconcile-standing.ts";
import type { CallParts } from "./session.ts";
import { toIndexQuery } from "./to-index-query.ts";
import { traceSearch } from "./trace-search.ts";

const OPTIONS: OptionNames<SearchOptions> = {
  ...CALL_OPTIONS,
  limit: true,
  ranker: true,
  sources: true,
  excludedSessions: true,
  quarantined: true,
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
 * Refresh, search, cite, respond: a question becomes ranked candidates of every store, each with a citation that was re-read
 * and re-hashed for this answer, three freshness answers, and what could not be answered.
 */
export async function search(
  parts: CallParts,
  query: string,
  options: SearchOptions,
): Promise<SearchResponse> {
  if (query.trim() === "") throw queryEmpty();
  const settings = settleCall(parts, options, OPTIONS);
  const limit = settleLimit(options.limit);
  const scope: EntryScope = { quarantined: options.quarantined === true ? "shown" : "hidden" };
  const everywhere = await findEverywhere(parts, {
    query: await toIndexQuery(query, options, limit),
    sources: options.sources,
    scope,
    excludedSessions: options.excludedSessions ?? [],
    mode: settings.refresh,
  });
  const whole = options.detail === "full";
  const { hits, gaps } = await citeCandidates(parts, everywhere, { whole, scope });
  return respond(parts, { query, options, settings, everywhere, hits, gaps });
}

interface Answer {
  readonly query: string;
  readonly options: SearchOptions;
  readonly settings: CallSettings;
  readonly everywhere: FoundEverywhere;
  readonly hits: readonly CitedHit[];
  readonly gaps: readonly Gap[];
}

async function respond(parts: CallParts, answer: Answer): Promise<SearchResponse> {
  const { settings, everywhere, hits, options } = answer;
  const { content, stores } = everywhere;
  const standing = reconcileStanding(
    content.standing,
    hits.flatMap(({ cited, entry }) => (entry === "none" ? [cited] : [])),
  );
  const refs = [...new Set(hits.map(({ cited }) => cited.artifact.ref))];
  const listed = await listObservations(parts, refs);
  const facts = {
    settings,
    standing,
    observations: listed.observations,
    asked: options.sources,
    stores: stores.map((store) => store.standing),
    contentFailed: everywhere.asksContent && content.failure !== "none",
  };
  return fitResponse<SearchResponse, CitedHit>({
    capBytes: settings.capBytes,
    items: hits,
    gaps: [...listSearchGaps(everywhere, answer, settings.nowMs), ...listed.gaps],
    narrow: narrowHit,
    build: (kept, gaps, budget) => {
      const shown = kept.map(({ cited }) => cited.artifact);
      return {
        schema: "exhibit.search/1",
        query: echoQuery(answer.query),
        hits: kept.map((hit, index) =>
          toHit(parts, hit, { rank: index + 1, options, nowMs: settings.nowMs }),
        ),
        retrieval: assessRetrieval(methodOf(answer), hits, kept),
        gaps: recountDates(gaps, shown, settings.nowMs),
        ...composeSignals(parts, facts, shown),
        budget,
        ...(options.trace === true ? { trace: traceSearch(everywhere, hits, options) } : {}),
      };
    },
  });
}

function methodOf({ everywhere, options }: Answer): SearchResponse["retrieval"]["method"] {
  return everywhere.found === "none" ? (options.ranker ?? "lexical") : everywhere.found.method;
}
