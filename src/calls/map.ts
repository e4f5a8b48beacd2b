import type { Artifact } from "../model/artifact.ts";
import type { MapOptions } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { MapResponse } from "../model/map-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { CALL_OPTIONS, type OptionNames, settleCall, settleLimit } from "./call-settings.ts";
import { composeSignals, recountDates, unknownDateGap } from "./compose-signals.ts";
import { listObservations } from "./list-observations.ts";
import { type MappedModule, mapModule, narrowModule } from "./map-module.ts";
import { readReference } from "./resolve-reference.ts";
import type { CallParts } from "./session.ts";

/** A map lists everything by default; the cap bounds it. */
const MAX_MODULES = 1_000_000;

const OPTIONS: OptionNames<MapOptions> = {
  ...CALL_OPTIONS,
  detail: true,
  paths: true,
  limit: true,
  after: true,
};

/** Lists modules and their sections without a search; at detail `full` it is the whole corpus (COR-02, COR-05). */
export async function map(parts: CallParts, options: MapOptions): Promise<MapResponse> {
  const settings = settleCall(parts, options, OPTIONS);
  const limit = settleLimit(options.limit ?? MAX_MODULES, MAX_MODULES);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const accepts = await compilePaths(options.paths ?? []);
  const artifacts = (await session.store.artifacts()).filter((artifact) => accepts(artifact.path));
  const behind = artifactsAfter(parts, artifacts, options.after);
  const mapped: MappedModule[] = [];
  const failures: Gap[] = [];
  // What does not fit even as a bare path need not be read: the smallest module takes about two hundred bytes.
  const readable = behind.slice(0, Math.min(limit, Math.ceil(settings.capBytes / 200)));
  for (const artifact of readable) {
    const view = { detail: options.detail ?? "section", nowMs: settings.nowMs };
    const module = await mapModule(session, artifact, view);
    if ("code" in module) failures.push(module);
    else mapped.push({ artifact, module });
  }
  const wanted = Math.min(limit, behind.length);
  const refs = mapped.map(({ artifact }) => artifact.ref);
  const { observations, gaps: ledgerGaps } = await listObservations(parts, refs);
  const facts = { settings, standing, observations };
  const undated = unknownDateGap(
    mapped.map(({ artifact }) => artifact),
    settings.nowMs,
  );
  return fitResponse<MapResponse, MappedModule>({
    capBytes: settings.capBytes,
    items: mapped,
    gaps: [
      ...session.gaps,
      ...ledgerGaps,
      ...failures,
      ...undated,
      ...summarizeGaps(standing.gaps),
    ],
    narrow: narrowModule,
    build: (kept, gaps, budget) => {
      const shown = kept.map(({ artifact }) => artifact);
      return {
        schema: "exhibit.map/1",
        modules: kept.map(({ module }) => module),
        moduleCount: artifacts.length,
        remaining: countBehind(behind, shown.at(-1)),
        gaps: recountDates(gaps, shown, settings.nowMs),
        ...composeSignals(parts, facts, shown),
        budget: { ...budget, dropped: wanted - kept.length },
      };
    },
  });
}

async function compilePaths(globs: readonly string[]): Promise<(path: string) => boolean> {
  if (globs.length === 0) return () => true;
  return (await import("../pipeline/search/match-paths.ts")).matchPaths(globs);
}

/** Artifacts are sorted by reference, so a page goes on where the last one ended even when files came or went since. */
function artifactsAfter(
  parts: CallParts,
  artifacts: readonly Artifact[],
  after: string | undefined,
): readonly Artifact[] {
  if (after === undefined) return artifacts;
  const { artifact } = readReference(parts, after);
  return artifacts.filter(({ ref }) => ref > artifact);
}

function countBehind(artifacts: readonly Artifact[], last: Artifact | undefined): number {
  return last === undefined ? artifacts.length : artifacts.length - artifacts.indexOf(last) - 1;
}
