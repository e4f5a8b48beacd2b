import { decodeText } from "../analysis/decode-text.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Gap } from "../model/gap.ts";
import type { MapModule, MapSection } from "../model/map-response.ts";
import type { Passage } from "../model/passage.ts";
import type { Detail } from "../model/search-response.ts";
import { ageInDays } from "../pipeline/respond/assess-sources.ts";
import type { Session } from "./session.ts";

/** An artifact as a map shows it. */
export interface MappedModule {
  readonly artifact: Artifact;
  readonly module: MapModule;
}

/** Reads what a map shows of an artifact at this detail; stored rows that cannot be read back are a gap. */
export async function mapModule(
  session: Session,
  artifact: Artifact,
  view: { readonly detail: Detail; readonly nowMs: number },
): Promise<MapModule | Gap> {
  const base: MapModule = {
    artifact: artifact.ref,
    title: artifact.title,
    kind: artifact.kind,
    version: artifact.version.slice(0, 16),
    byteLength: artifact.byteLength,
    observed: { at: artifact.observed.at, basis: artifact.observed.basis },
    ageDays: ageInDays(artifact.observed, view.nowMs),
  };
  if (view.detail === "identity") return base;
  const failed = (what: string): Gap => ({
    code: "recovery_failed",
    subject: artifact.path,
    detail: what,
  });
  const passages = await session.store.passages(artifact.version, artifact.kind);
  if (typeof passages === "string") return failed(`passages ${passages}`);
  const sections = toSections(passages);
  if (view.detail !== "full") return { ...base, sections };
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

/**
 * Shortens a module until it fits: its text to as many whole lines as possible, then, without text, its sections. The
 * module itself fits or does not.
 */
export function narrowModule(
  { artifact, module }: MappedModule,
  fits: (candidate: MappedModule) => boolean,
): MappedModule | "nothing" {
  const { text, sections = [], ...identity } = module;
  const ends = text === undefined ? [] : findLineEnds(text);
  const withLines = (count: number): MappedModule => ({
    artifact,
    module: { ...module, text: text?.slice(0, ends[count - 1]) ?? "", truncated: "cap" },
  });
  const lines = countFitting(ends.length, (count) => fits(withLines(count)));
  if (lines > 0) return withLines(lines);
  const withSections = (count: number): MappedModule => ({
    artifact,
    module: { ...identity, sections: sections.slice(0, count), truncated: "cap" },
  });
  if (module.sections === undefined || !fits(withSections(0))) return "nothing";
  return withSections(countFitting(sections.length, (count) => fits(withSections(count))));
}

/** Where each line ends, its terminator included. */
function findLineEnds(text: string): readonly number[] {
  const ends = Array.from(text.matchAll(/\r\n|\n|\r/g), (match) => match.index + match[0].length);
  return ends.at(-1) === text.length ? ends : [...ends, text.length];
}

/** The largest count from 1 to `limit` that fits, or 0; more never fits where fewer do not. */
function countFitting(limit: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
