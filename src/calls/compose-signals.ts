import type { Artifact, SourceName } from "../model/artifact.ts";
import {
  type Authority,
  type Completeness,
  type NamedProject,
  ORIENTATION,
} from "../model/envelope.ts";
import type { Freshness, ProjectionFreshness } from "../model/freshness.ts";
import type { Gap } from "../model/gap.ts";
import type { Instant } from "../model/instant.ts";
import type { Observation } from "../model/observation.ts";
import type { Standing } from "../pipeline/refresh/keep-projection.ts";
import { assessLive } from "../pipeline/respond/assess-live.ts";
import { ageInDays, assessSources } from "../pipeline/respond/assess-sources.ts";
import { boundText } from "../pipeline/respond/bound-text.ts";
import { observationsOf } from "../pipeline/respond/observed-of.ts";
import {
  type ContentState,
  reportCompleteness,
  type SourceState,
} from "../pipeline/respond/report-completeness.ts";
import type { CallSettings } from "./call-settings.ts";
import { isStoreName } from "./entry-artifact.ts";
import type { CallParts } from "./session.ts";
import type { StoreStanding } from "./store-answer.ts";

/** What a response needs to know to state its signals. */
export interface SignalFacts {
  readonly settings: CallSettings;
  readonly standing: Standing;
  /** Live checks of the artifacts that may be shown. */
  readonly observations: readonly Observation[];
  /** The sources that were asked; the workspace's others are reported as not asked. Left out: all were. */
  readonly asked?: readonly SourceName[] | undefined;
  /** How the stores of entries stand that a call of this kind asks; none for a call about workspace texts. */
  readonly stores?: readonly StoreStanding[];
  /** True when the content store could not be opened at all. */
  readonly contentFailed?: boolean;
}

/** The artifacts a response really shows, once for each hit; a hit of one section with that section's own date. */
export type Shown = readonly Artifact[];

/** The signals every response carries, made from exactly the artifacts it shows (FRE-05, AUT-01). */
export function composeSignals(
  parts: CallParts,
  facts: SignalFacts,
  shown: Shown,
): {
  readonly project?: NamedProject;
  readonly freshness: Freshness;
  readonly authority: Authority;
  readonly completeness: Completeness;
} {
  const distinct = [...new Map(shown.map((artifact) => [artifact.ref, artifact])).values()];
  const { settings, standing } = facts;
  const { nowMs, maxAgeDays } = settings;
  const freshness: Freshness = {
    projection: boundProjection(standing.projection),
    sources: assessSources(observationsIn(shown), nowMs, maxAgeDays),
    live: assessLive(distinct, facts.observations, nowMs),
  };
  const showing = (name: SourceName): Pick<SourceState, "hits" | "name" | "newestObserved"> => {
    const own = shown.filter((artifact) => artifact.source === name);
    const { newestObservedAt } = assessSources(observationsIn(own), nowMs, maxAgeDays);
    return { name, hits: own.length, newestObserved: newestObservedAt };
  };
  const sources: readonly SourceState[] = [
    ...listContent(parts, facts).map((source) => ({ ...source, ...showing(source.name) })),
    ...(facts.stores ?? []).map((stands) => ({ ...showing(stands.name), stands })),
  ];
  const completeness = reportCompleteness(sources, standing.projection, standing.gaps);
  const { openedAs, workspace } = parts;
  return {
    ...(openedAs === "here" ? {} : { project: { name: openedAs, workspace } }),
    freshness,
    authority: ORIENTATION,
    completeness,
  };
}

/** How the workspace's own sources stand, whether they were asked or not. */
function listContent(
  parts: CallParts,
  { asked = parts.sources, contentFailed, standing }: SignalFacts,
): readonly Pick<ContentState, "asked" | "failure" | "isThere" | "name">[] {
  const names = new Set([...parts.sources, ...asked.filter((name) => !isStoreName(name))]);
  return [...names].map((name) => ({
    name,
    asked: asked.includes(name),
    isThere: parts.sources.includes(name),
    ...(contentFailed === true ? { failure: standing.projection.refresh.reason } : {}),
  }));
}

/** What is shown says this of its age: each date of an artifact once, however many hits carry it. */
function observationsIn(shown: Shown): readonly Instant[] {
  const distinct = new Map<string, Instant>();
  for (const artifact of shown) {
    for (const instant of observationsOf(artifact)) {
      distinct.set(`${artifact.ref} ${instant.at}`, instant);
    }
  }
  return [...distinct.values()];
}

/**
 * The gaps with the undated artifacts counted again among those that really fit, so that a response never states two
 * counts of the same thing.
 */
export function recountDates(gaps: readonly Gap[], shown: Shown, nowMs: number): readonly Gap[] {
  const recounted = unknownDateGap(shown, nowMs);
  return gaps.flatMap((gap) => (gap.code === "date_unknown" ? recounted : [gap]));
}

/**
 * Artifacts shown that declare no date, or hold a record that declares none, as a gap; nothing when all are dated (FRE-15,
 * FRE-16).
 */
export function unknownDateGap(shown: Shown, nowMs: number): readonly Gap[] {
  const count = observationsIn(shown).filter((at) => ageInDays(at, nowMs) === "unknown").length;
  return count === 0 ? [] : [{ code: "date_unknown", count }];
}

/** A renderer's last words may be the reason: they must not crowd out the answer. */
const MAX_REASON_BYTES = 240;

function boundProjection(projection: ProjectionFreshness): ProjectionFreshness {
  const { status, reason } = projection.refresh;
  return { ...projection, refresh: { status, reason: boundText(reason, MAX_REASON_BYTES) } };
}
