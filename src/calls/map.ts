import { decodeText } from "../analysis/decode-text.ts";
import type { Artifact } from "../model/artifact.ts";
import type { MapOptions } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { MapModule, MapResponse, MapSection } from "../model/map-response.ts";
import type { Passage } from "../model/passage.ts";
import { ageInDays } from "../pipeline/respond/assess-sources.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { type CallSettings, settleCall, settleLimit } from "./call-settings.ts";
import { composeSignals, unknownDateGap } from "./compose-signals.ts";
import { listObservations } from "./list-observations.ts";
import type { CallParts, Session } from "./session.ts";

/** A map lists everything by default; the cap bounds it. */
const MAX_MODULES = 1_000_000;

interface Mapped {
  readonly artifact: Artifact;
  readonly module: MapModule;
}

/** Lists modules and their sections without a search; at detail `full` it is the whole corpus (COR-02, COR-05). */
export async function map(parts: CallParts, options: MapOptions): Promise<MapResponse> {
  const settings = settleCall(parts, options);
  const limit = settleLimit(options.limit ?? MAX_MODULES, MAX_MODULES);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const accepts = await compilePaths(options.paths ?? []);
  const artifacts = (await session.store.artifacts()).filter((artifact) => accepts(artifact.path));
  const mapped: Mapped[] = [];
  const failures: Gap[] = [];
  // What does not fit even as a bare path need not be read: the smallest module takes about two hundred bytes.
  const readable = artifacts.slice(0, Math.min(limit, Math.ceil(settings.capBytes / 200)));
  for (const artifact of readable) {
    const module = await toModule(session, artifact, { options, settings });
    if ("code" in module) failures.push(module);
    else mapped.push({ artifact, module });
  }
  const wanted = Math.min(limit, artifacts.length);
  const refs = mapped.map(({ artifact }) => artifact.ref);
  const { observations, gaps: ledgerGaps } = await listObservations(parts, refs);
  const facts = { settings, standing, observations };
  return fitResponse<MapResponse, Mapped>({
    capBytes: settings.capBytes,
    items: mapped,
    gaps: [
      ...session.gaps,
      ...ledgerGaps,
      ...failures,
      ...unknownDateGap(
        mapped.map(({ artifact }) => artifact),
        settings.nowMs,
      ),
      ...summarizeGaps(standing.gaps),
    ],
    build: (kept, gaps, budget) => ({
      schema: "exhibit.map/1",
      modules: kept.map(({ module }) => module),
      moduleCount: artifacts.length,
      gaps,
      ...composeSignals(
        parts,
        facts,
        kept.map(({ artifact }) => artifact),
      ),
      budget: { ...budget, dropped: wanted - kept.length },
    }),
  });
}

async function compilePaths(globs: readonly string[]): Promise<(path: string) => boolean> {
  if (globs.length === 0) return () => true;
  return (await import("../pipeline/search/match-paths.ts")).matchPaths(globs);
}

async function toModule(
  session: Session,
  artifact: Artifact,
  view: { readonly options: MapOptions; readonly settings: CallSettings },
): Promise<MapModule | Gap> {
  const { detail = "section" } = view.options;
  const base: MapModule = {
    artifact: artifact.ref,
    title: artifact.title,
    kind: artifact.kind,
    version: artifact.version.slice(0, 16),
    byteLength: artifact.byteLength,
    observed: { at: artifact.observed.at, basis: artifact.observed.basis },
    ageDays: ageInDays(artifact.observed, view.settings.nowMs),
  };
  if (detail === "identity") return base;
  const failed = (what: string): Gap => ({
    code: "recovery_failed",
    subject: artifact.path,
    detail: what,
  });
  const passages = await session.store.passages(artifact.version, artifact.kind);
  if (typeof passages === "string") return failed(`passages ${passages}`);
  const sections = toSections(passages);
  if (detail !== "full") return { ...base, sections };
  const bytes = await session.store.readText(artifact.version);
  if (typeof bytes === "string") return failed(`stored text ${bytes}`);
  return { ...base, sections, text: decodeText(bytes, artifact.encoding) };
}

/** Neighboring passages under one heading path are one section. Front matter is no section. */
export function toSections(passages: readonly Passage[]): readonly MapSection[] {
  const sections: MapSection[] = [];
  for (const passage of passages) {
    if (passage.kind === "metadata") continue;
    const { headingPath, startLine, endLine } = passage;
    const last = sections[sections.length - 1];
    const isSame =
      last !== undefined && JSON.stringify(last.headingPath) === JSON.stringify(headingPath);
    if (isSame) sections[sections.length - 1] = { ...last, endLine };
    else sections.push({ headingPath, startLine, endLine });
  }
  return sections;
}
