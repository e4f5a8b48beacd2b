import { hash } from "node:crypto";
import type { ArtifactRef } from "../../src/model/artifact.ts";
import { artifactRef } from "../../src/model/artifact-ref.ts";
import type { DeferredItem, Exhibit } from "../../src/model/bundle-response.ts";
import type { Decision, Reason, Verdict } from "../../src/model/decision.ts";
import { ORIENTATION } from "../../src/model/envelope.ts";
import type {
  BundleRecord,
  LedgerEntry,
  RecordedCandidate,
} from "../../src/model/ledger-record.ts";
import type { GeneratorReport } from "../../src/model/pool.ts";
import type { Granularity } from "../../src/model/representation.ts";

/** What a test says of one candidate and of what became of it. */
export interface CandidateStory {
  /** Of the workspace. Default `docs/c1.md` for the first, and so on. */
  readonly path?: string;
  readonly heading?: string;
  readonly lines?: readonly [number, number];
  readonly verdict?: Verdict;
  readonly reason?: Reason["code"];
  /** What is shown of it; makes an exhibit where the verdict is `admit` or `expand`. */
  readonly text?: string;
  readonly granularity?: Granularity;
  readonly notShown?: readonly string[];
  /** What can be asked for. Of a deferred one: by a handle, so that without any it is named nowhere. */
  readonly expansions?: readonly Granularity[];
  readonly recovery?: "failed";
}

const AT = "2026-10-15T09:00:00.000Z";

/** A record of candidates c1, c2, … with one decision each; exhibits are E1, E2, … and deferred ones D1, D2, … in their order. */
export function aBundleRecord(
  stories: readonly CandidateStory[],
  more: Partial<BundleRecord> = {},
): BundleRecord {
  const candidates = stories.map(candidateOf);
  const exhibits: Exhibit[] = [];
  const deferred: DeferredItem[] = [];
  for (const [at, story] of stories.entries()) {
    const from = candidates[at];
    if (from === undefined) continue;
    if (isShown(story)) exhibits.push(exhibitOf(story, from, exhibits.length + 1));
    else if (story.verdict === "defer" && story.expansions !== undefined) {
      deferred.push(deferredOf(story, from, deferred.length + 1));
    }
  }
  return {
    id: "B1",
    at: AT,
    task: { text: "Who may deploy to the line?", query: "deploy line", scope: "desk" },
    policyVersion: "lexgate/1:lean",
    session: "unknown",
    generation: "7",
    counter: "o200k_base",
    generators: [aGeneratorReport()],
    candidates,
    decisions: stories.map((story, at) => decisionOf(story, candidates[at], at + 1)),
    sufficiency: { evidence: 0.8, required: 0.5, judgement: "sufficient" },
    uncovered: [],
    exhibits,
    deferred,
    form: "markdown",
    rendering: "",
    renderingSha256: hash("sha256", "", "hex"),
    parts: [],
    bytes: 0,
    tokens: 0,
    tokensBy: {},
    occupancy: {
      ...{ beforeTokens: 0, admittedTokens: 0, replacedTokens: 0, afterTokens: 0 },
      ...{ utilisation: 0, readmittedTokens: 0 },
    },
    change: { firstDivergenceByte: "none", mutationRadiusBytes: 0 },
    machinery: { identities: 0, anchors: 0, reasons: 0, frame: 0, ranking: 0, expansionCalls: 0 },
    net: { preloadAll: 0, admitted: 0, saved: 0, spent: 0, net: 0 },
    cost: "unknown",
    tookMs: { gather: 1, decide: 1, assemble: 1 },
    previous: "none",
    expansion: "none",
    ...more,
  };
}

/** That record with what became of it: nothing, unless it is given. */
export function aLedgerEntry(
  record: BundleRecord,
  more: Partial<Omit<LedgerEntry, "record">> = {},
): LedgerEntry {
  return { record, uses: [], outcomes: [], helpful: {}, ...more };
}

/** The report of a generator that answered. */
export function aGeneratorReport(more: Partial<GeneratorReport> = {}): GeneratorReport {
  return {
    generator: "lexical_search",
    source: "files",
    status: "ok",
    candidates: 4,
    artifacts: 4,
    passages: 40,
    ceiling: 20,
    terms: [{ form: "deploy", written: "deploy", passages: 3 }],
    ...more,
  };
}

/** The reference of a file of the workspace. */
export function fileRef(path: string): ArtifactRef {
  return artifactRef("files", path);
}

function isShown({ verdict = "admit" }: CandidateStory): boolean {
  return verdict === "admit" || verdict === "expand";
}

function candidateOf(story: CandidateStory, at: number): RecordedCandidate {
  const path = story.path ?? `docs/c${at + 1}.md`;
  const [startLine, endLine] = story.lines ?? [1, 9];
  const version = hash("sha256", path, "hex");
  return {
    id: `c${at + 1}`,
    artifact: fileRef(path),
    fragment: `${version}#${startLine}-${endLine}`,
    version,
    generator: "lexical_search",
    source: "files",
    rank: at + 1,
    score: 12 - at,
    title: path,
    headingPath: story.heading === undefined ? [] : ["Guide", story.heading],
    exactMatch: "none",
    citation: {
      ...{ path, startLine, endLine, version: version.slice(0, 16) },
      excerptSha256: hash("sha256", story.text ?? "", "hex").slice(0, 16),
      state: "current",
    },
    observed: { at: AT, basis: "declared" },
    ageDays: 3,
    ageClass: "dated",
    origin: "authored",
    provenance: "workspace-file",
    scope: "desk",
    supersededBy: "none",
    minFidelity: "any",
    recovery:
      story.recovery === "failed"
        ? { status: "failed", reason: "the hash differs" }
        : { status: "resolved" },
    duplicateOf: "none",
    overlapsWith: [],
    offers: [],
    offered: "section",
  };
}

function exhibitOf(story: CandidateStory, from: RecordedCandidate, nth: number): Exhibit {
  const { artifact, citation, headingPath, observed, title } = from;
  const { expansions = [], granularity = "section", notShown = [], text = "" } = story;
  const isExact = granularity !== "identity" && granularity !== "anchor";
  return {
    label: `E${nth}`,
    candidate: from.id,
    ...{ artifact, title, headingPath, text, citation, observed, notShown },
    representation: { granularity, fidelity: isExact ? "exact" : "described" },
    wordedBy: isExact ? "source" : "program",
    tokens: 10,
    ageDays: 3,
    ageClass: "dated",
    origin: "authored",
    provenance: "workspace-file",
    authority: ORIENTATION,
    scope: "desk",
    conflictsWith: [],
    expansions: expansions.map((to) => ({ to, tokens: 10 })),
    composition: "alone",
    position: nth,
  };
}

function deferredOf(story: CandidateStory, from: RecordedCandidate, nth: number): DeferredItem {
  const { artifact, citation, headingPath, id, title } = from;
  return {
    label: `D${nth}`,
    candidate: id,
    ...{ artifact, citation, headingPath, title },
    tokens: 6,
    reason: { code: story.reason ?? "next_best" },
    expansions: (story.expansions ?? []).map((to) => ({ to, tokens: 10 })),
  };
}

function decisionOf(
  story: CandidateStory,
  from: RecordedCandidate | undefined,
  step: number,
): Decision {
  const { granularity = "section", reason = "evidence_strong", verdict = "admit" } = story;
  return {
    step,
    candidate: from?.id ?? "",
    artifact: from?.artifact ?? fileRef("none"),
    verdict,
    representation: isShown(story) ? { granularity, fidelity: "exact" } : "none",
    reason: { code: reason },
    tokensPlanned: 10,
    tokensAdmitted: isShown(story) ? 10 : 0,
    policyVersion: "lexgate/1:lean",
    follows: "none",
    strength: {
      ...{ evidence: 0.9, required: 0.4, share: 1, deviation: 2 },
      windowCoverage: "unavailable",
    },
    diversity: { artifactsBefore: 0, isKnownArtifact: false, overlaps: [] },
    conflictsWith: [],
  };
}
