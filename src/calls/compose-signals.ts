import type { Artifact, SourceName } from "../model/artifact.ts";
import { type Authority, type Completeness, ORIENTATION } from "../model/envelope.ts";
import type { Freshness, ProjectionFreshness } from "../model/freshness.ts";
import type { Gap } from "../model/gap.ts";
import type { Observation } from "../model/observation.ts";
import type { Standing } from "../pipeline/refresh/keep-projection.ts";
import { assessLive } from "../pipeline/respond/assess-live.ts";
import { ageInDays, assessSources } from "../pipeline/respond/assess-sources.ts";
import { boundText } from "../pipeline/respond/bound-text.ts";
import { reportCompleteness } from "../pipeline/respond/report-completeness.ts";
import type { CallSettings } from "./call-settings.ts";
import type { CallParts } from "./session.ts";

/** What a response needs to know to state its signals. */
export interface SignalFacts {
  readonly settings: CallSettings;
  readonly standing: Standing;
  /** Live checks of the artifacts that may be shown. */
  readonly observations: readonly Observation[];
  /** The sources that were asked; the workspace's others are reported as not asked. Left out: all were. */
  readonly asked?: readonly SourceName[] | undefined;
}

/** The artifacts a response really shows, once for each hit. */
export type Shown = readonly Artifact[];

/** The signals every response carries, made from exactly the artifacts it shows (FRE-05, AUT-01). */
export function composeSignals(
  parts: CallParts,
  facts: SignalFacts,
  shown: Shown,
): {
  readonly freshness: Freshness;
  readonly authority: Authority;
  readonly completeness: Completeness;
} {
  const distinct = [...new Map(shown.map((artifact) => [artifact.ref, artifact])).values()];
  const { settings, standing } = facts;
  const { nowMs, maxAgeDays } = settings;
  const observed = distinct.map((artifact) => artifact.observed);
  const freshness: Freshness = {
    projection: boundProjection(standing.projection),
    sources: assessSources(observed, nowMs, maxAgeDays),
    live: assessLive(distinct, facts.observations, nowMs),
  };
  const { asked = parts.sources } = facts;
  const sources = [...new Set([...parts.sources, ...asked])].map((name) => {
    const own = shown.filter((artifact) => artifact.source === name);
    const ownObserved = own.map((artifact) => artifact.observed);
    return {
      name,
      asked: asked.includes(name),
      isThere: parts.sources.includes(name),
      hits: own.length,
      newestObserved: assessSources(ownObserved, nowMs, maxAgeDays).newestObservedAt,
    };
  });
  const completeness = reportCompleteness(sources, standing.projection, standing.gaps);
  return { freshness, authority: ORIENTATION, completeness };
}

/** Artifacts shown that declare no date, as a gap; nothing when all do (FRE-15, FRE-16). */
export function unknownDateGap(shown: Shown, nowMs: number): readonly Gap[] {
  const distinct = new Map(shown.map((artifact) => [artifact.ref, artifact.observed]));
  const count = [...distinct.values()].filter((at) => ageInDays(at, nowMs) === "unknown").length;
  return count === 0 ? [] : [{ code: "date_unknown", count }];
}

/** A renderer's last words may be the reason: they must not crowd out the answer. */
const MAX_REASON_BYTES = 240;

function boundProjection(projection: ProjectionFreshness): ProjectionFreshness {
  const { status, reason } = projection.refresh;
  return { ...projection, refresh: { status, reason: boundText(reason, MAX_REASON_BYTES) } };
}
