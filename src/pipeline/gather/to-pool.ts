import type { Candidate } from "../../model/candidate.ts";
import type { GeneratorReport, Pool, Task } from "../../model/pool.ts";
import type { LooseCandidate } from "./to-candidate.ts";

/** What a pool is put together from. */
export interface PoolSource {
  readonly task: Task;
  /** The token counter's name. */
  readonly counter: string;
  readonly generators: readonly Omit<GeneratorReport, "artifacts" | "candidates">[];
  readonly candidates: readonly LooseCandidate[];
}

/**
 * Puts candidates in the order of their ranks, names them, and labels those that are the same bytes or share lines with one
 * before them (CAN-19). Nothing is dropped: one artifact that two generators surface is two candidates (CAN-28). Only bytes and
 * lines decide; what merely means the same is no duplicate (CAN-21).
 */
export function toPool({ task, counter, generators, candidates }: PoolSource): Pool {
  const labelled: Candidate[] = [];
  const byBytes = new Map<string, string>();
  const byVersion = new Map<string, Candidate[]>();
  for (const loose of candidates.toSorted(compareCandidates)) {
    const isLost = loose.recovery.status === "failed";
    const bytes = `${loose.citation.excerptSha256} ${sizeOf(loose)}`;
    const neighbors = byVersion.get(`${loose.artifact} ${loose.version}`) ?? [];
    const candidate: Candidate = {
      id: `c${labelled.length + 1}`,
      ...loose,
      duplicateOf: isLost ? "none" : (byBytes.get(bytes) ?? "none"),
      overlapsWith: isLost
        ? []
        : neighbors.filter((other) => sharesLines(other, loose)).map(({ id }) => id),
    };
    labelled.push(candidate);
    if (isLost) continue;
    if (!byBytes.has(bytes)) byBytes.set(bytes, candidate.id);
    byVersion.set(`${loose.artifact} ${loose.version}`, [...neighbors, candidate]);
  }
  return {
    schema: "exhibit.pool/1",
    task,
    counter,
    generators: generators.map((report) => ({ ...report, ...countOf(report, labelled) })),
    candidates: labelled,
  };
}

/** What has no rank was asked for by name and stands first. */
function compareCandidates(left: LooseCandidate, right: LooseCandidate): number {
  return (
    placeOf(left) - placeOf(right) ||
    compareText(left.artifact, right.artifact) ||
    rangeOf(left).start - rangeOf(right).start ||
    rangeOf(left).end - rangeOf(right).end ||
    compareText(left.generator, right.generator)
  );
}

function placeOf({ rank }: LooseCandidate): number {
  return rank === "unavailable" ? 0 : rank;
}

/** By code units: the same on every machine. */
function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function rangeOf({ fragment }: LooseCandidate): { readonly start: number; readonly end: number } {
  const [start = 0, end = 0] = fragment
    .slice(fragment.indexOf("#") + 1)
    .split("-")
    .map(Number);
  return { start, end };
}

function sizeOf(candidate: LooseCandidate): number {
  const { start, end } = rangeOf(candidate);
  return end - start;
}

/** Two passages of one section share no line, but the section they both offer. */
function sharesLines(left: LooseCandidate, right: LooseCandidate): boolean {
  const [one, two] = [widest(left), widest(right)];
  return one.startLine <= two.endLine && two.startLine <= one.endLine;
}

function widest({ citation, offers }: LooseCandidate): {
  readonly startLine: number;
  readonly endLine: number;
} {
  const section = offers.find(
    ({ fidelity, granularity }) => granularity === "section" && fidelity === "exact",
  );
  const lines = section === undefined || section.lines === "none" ? citation : section.lines;
  return {
    startLine: Math.min(lines.startLine, citation.startLine),
    endLine: Math.max(lines.endLine, citation.endLine),
  };
}

/** Five fragments of one artifact are one source (CAN-18). */
function countOf(
  { generator, source }: Pick<GeneratorReport, "generator" | "source">,
  candidates: readonly Candidate[],
): Pick<GeneratorReport, "artifacts" | "candidates"> {
  const own = candidates.filter((c) => c.generator === generator && c.source === source);
  return { candidates: own.length, artifacts: new Set(own.map((c) => c.artifact)).size };
}
