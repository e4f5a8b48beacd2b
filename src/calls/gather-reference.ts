import type { EngineError } from "../errors.ts";
import { type ArtifactRef, STORE_NAMES } from "../model/artifact.ts";
import { citationOf } from "../model/citation-text.ts";
import { weighTerms } from "../pipeline/gather/choose-span.ts";
import { readTaskNames } from "../pipeline/gather/task-names.ts";
import { toPool } from "../pipeline/gather/to-pool.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { openContent } from "./ask-content.ts";
import type { CallSettings } from "./call-settings.ts";
import { compileExact } from "./compile-exact.ts";
import type { Gathered } from "./gathered.ts";
import { listObservations } from "./list-observations.ts";
import { createTextLoader } from "./load-text.ts";
import { type MadeCandidate, makeCandidate } from "./make-candidate.ts";
import { createVersionReader } from "./read-versions.ts";
import { reconcileStanding } from "./reconcile-standing.ts";
import type { CallParts } from "./session.ts";
import { withNothing } from "./store-answer.ts";
import { surfaceFiles } from "./surface-named.ts";
import { toIndexQuery } from "./to-index-query.ts";

/** What a bundle showed or named: lines of one version, which need not be the current one. */
export interface ShownPlace {
  readonly artifact: ArtifactRef;
  readonly version: string;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Makes a pool of the one thing that is asked for again. Nothing is searched; what no longer resolves is a candidate whose
 * recovery failed.
 */
export async function gatherReference(
  parts: CallParts,
  asked: { readonly task: string; readonly place: ShownPlace; readonly settings: CallSettings },
): Promise<Gathered> {
  const { place, settings, task } = asked;
  const content = await openContent(parts, settings.refresh);
  if (content.session === "none") throw openFailure(content.failure);
  const reference = citationOf({ artifact: place.artifact, citation: place });
  const query = await toIndexQuery(task, {}, 1);
  const found = await surfaceFiles(parts, content.session, { files: [reference], query });
  const counter = await parts.tokens();
  const made = await makeAll(parts, found.surfaced, { counter, settings, task });
  const { observations, gaps } = await listObservations(parts, [place.artifact]);
  const pool = toPool({
    task: { text: task, query: query.text, scope: parts.project.name },
    counter: counter.name,
    generators: made.map(({ candidate: { generator, source } }) => ({
      ...{ generator, source, status: "ok", passages: 0, ceiling: "unavailable", terms: [] },
    })),
    candidates: made.map(({ candidate }) => candidate),
  });
  const [shown] = made.flatMap((each) => (each.shown === "none" ? [] : [each.shown]));
  const placed = shown === undefined || STORE_NAMES.some((n) => n === shown.artifact.source);
  return {
    pool,
    artifacts: new Map(
      pool.candidates.flatMap(({ id }) => (shown === undefined ? [] : [[id, shown.artifact]])),
    ),
    facts: {
      settings,
      standing: placed ? content.standing : reconcileStanding(content.standing, [shown]),
      observations,
      asked: pool.candidates.map(({ source }) => source),
      stores: STORE_NAMES.map((name) => withNothing(name, "not_asked").standing),
    },
    gaps: [...found.gaps, ...gaps, ...summarizeGaps(content.standing.gaps)],
    loadText: createTextLoader(parts, counter),
  };
}

function openFailure(failure: EngineError | "none"): Error {
  return failure === "none" ? new Error("a content store neither opened nor failed") : failure;
}

async function makeAll(
  parts: CallParts,
  surfaced: Awaited<ReturnType<typeof surfaceFiles>>["surfaced"],
  {
    counter,
    settings,
    task,
  }: Pick<Parameters<typeof makeCandidate>[0], "counter"> & {
    readonly settings: CallSettings;
    readonly task: string;
  },
): Promise<readonly MadeCandidate[]> {
  const maker = {
    ...{ parts, counter, reader: createVersionReader(parts), names: readTaskNames(task) },
    ...{ weights: weighTerms([]), isExact: await compileExact(parts) },
    ...{ maxAgeDays: settings.maxAgeDays, nowMs: settings.nowMs },
  };
  const made: MadeCandidate[] = [];
  for (const surfacing of surfaced) {
    const candidate = await makeCandidate(maker, surfacing);
    if (candidate !== "unnamed") made.push(candidate);
  }
  return made;
}
