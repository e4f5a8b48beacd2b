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
  const { asked = parts.sources } = facts;
  const sources = [...new Set([...parts.sources, ...asked])].map((name) => {
    const own = shown.filter((artifact) => artifact.source === name);
    return {
      name,
      asked: asked.includes(name),
      isThere: parts.sources.includes(name),
      hits: own.length,
      newestObserved: assessSources(observationsIn(own), nowMs, maxAgeDays).newestObservedAt,
    };
  });
  const completeness = reportCompleteness(sources, standing.projection, standing.gaps);
  const { openedAs, workspace } = parts;
  return {
    ...(openedAs === "here" ? {} : { project: { name: openedAs, workspace } }),
    freshness,
    authority: ORIENTATION,
    completeness,
  };
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
