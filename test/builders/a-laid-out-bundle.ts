import { hash } from "node:crypto";
import { openO200kCounter } from "../../src/host/o200k-counter.ts";
import { artifactRef } from "../../src/model/artifact-ref.ts";
import type { BundleForm } from "../../src/model/bundle-options.ts";
import type { BundleResponse } from "../../src/model/bundle-response.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Decision, Verdict, Verdicts } from "../../src/model/decision.ts";
import { ORIENTATION } from "../../src/model/envelope.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { Pool } from "../../src/model/pool.ts";
import type { Offer } from "../../src/model/representation.ts";
import { NOTHING_RESIDENT, type Resident } from "../../src/model/resident.ts";
import { type FittedBundle, fitBundle } from "../../src/pipeline/bundle/fit-bundle.ts";
import { type Layout, layOut } from "../../src/pipeline/bundle/lay-out.ts";
import type { Writing } from "../../src/pipeline/bundle/measure-parts.ts";
import { serialize } from "../../src/pipeline/respond/serialize.ts";
import type { AdmissionBudget } from "../../src/ports/policy.ts";

/** A text of a pool and what a test wants to become of it. */
export interface TextStory {
  readonly text: string;
  readonly path?: string;
  readonly title?: string;
  readonly heading?: string;
  readonly verdict?: Verdict;
  readonly conflictsWith?: readonly string[];
}

export const COUNTER = await openO200kCounter();

/** A pool of candidates c1, c2, …, one for each text, each with its identity, anchor and section to offer. */
export function aTextPool(stories: readonly TextStory[]): Pool {
  return {
    schema: "exhibit.pool/1",
    task: { text: "Who may deploy to the line?", query: "deploy line", scope: "desk" },
    counter: COUNTER.name,
    generators: [
      {
        ...{ generator: "lexical_search", source: "files", status: "ok" },
        ...{ candidates: stories.length, artifacts: stories.length, passages: 40 },
        ...{ ceiling: 20, terms: [{ form: "deploy", written: "deploy", passages: 3 }] },
      },
    ],
    candidates: stories.map(candidateOf),
  };
}

function candidateOf(story: TextStory, index: number): Candidate {
  const path = story.path ?? `docs/c${index + 1}.md`;
  const version = hash("sha256", story.text, "hex");
  const endLine = story.text.split("\n").length;
  const citation = {
    ...{ path, startLine: 1, endLine, version: version.slice(0, 16) },
    ...{ excerptSha256: version.slice(0, 16), state: "current" as const },
  };
  const lines = { startLine: 1, endLine };
  const title = story.title ?? `Text ${index + 1}`;
  const offer = (kind: Pick<Offer, "fidelity" | "granularity">, text: string): Offer => ({
    ...kind,
    ...{ text, tokens: COUNTER.count(text), bytes: Buffer.byteLength(text) },
    wordedBy: kind.fidelity === "exact" ? "source" : "program",
    ...{ lines, citation, coverage: 1, notShown: [] },
  });
  return {
    ...{ id: `c${index + 1}`, artifact: artifactRef("files", path), version, title, citation },
    ...{ fragment: `${version}#0-${Buffer.byteLength(story.text)}`, source: "files" },
    ...{ generator: "lexical_search", rank: index + 1, score: 20 - index / 10 },
    headingPath: story.heading === undefined ? [] : [title, story.heading],
    ...{ exactMatch: "none", observed: { at: "2026-10-01", basis: "declared" }, ageDays: 14 },
    ...{ ageClass: "outdated", origin: "authored", provenance: "workspace-file", scope: "desk" },
    ...{ supersededBy: "none", minFidelity: "any", recovery: { status: "resolved" } },
    ...{ duplicateOf: "none", overlapsWith: [], offered: "section" },
    offers: [
      offer({ granularity: "identity", fidelity: "described" }, `${title} ${path}`),
      offer(
        { granularity: "anchor", fidelity: "described" },
        `${title}: ${story.text.slice(0, 80)}`,
      ),
      offer({ granularity: "section", fidelity: "exact" }, story.text),
    ],
  };
}

const SAID: Readonly<Record<Verdict, Pick<Decision, "reason" | "representation">>> = {
  admit: {
    representation: { granularity: "section", fidelity: "exact" },
    reason: { code: "evidence_strong" },
  },
  defer: {
    representation: { granularity: "identity", fidelity: "described" },
    reason: { code: "budget" },
  },
  expand: {
    representation: { granularity: "section", fidelity: "exact" },
    reason: { code: "insufficient_anchor" },
  },
  reject: { representation: "none", reason: { code: "below_threshold" } },
};

/** Admits what the stories say, in their order, as long as there is room; what finds none is deferred. */
export function decideAsTold(
  pool: Pool,
  stories: readonly TextStory[],
  room: AdmissionBudget,
): Verdicts {
  let left = room;
  const decisions = pool.candidates.map((candidate, index): Decision => {
    const { verdict = "admit", conflictsWith = [] } = stories[index] ?? {};
    const { tokens = 0, bytes = 0 } = candidate.offers.at(-1) ?? {};
    const fits = tokens <= left.tokens && bytes <= left.bytes;
    const said = verdict === "admit" && !fits ? "defer" : verdict;
    if (said === "admit") left = { tokens: left.tokens - tokens, bytes: left.bytes - bytes };
    return {
      ...{ step: index + 1, candidate: candidate.id, artifact: candidate.artifact },
      ...{ verdict: said, ...SAID[said], follows: "none", policyVersion: "as-told/1" },
      ...{ tokensPlanned: tokens, tokensAdmitted: 0, conflictsWith },
      strength: {
        ...{ evidence: 0.5, required: 0.4, share: 1 },
        ...{ deviation: 1, windowCoverage: 1 },
      },
      diversity: { artifactsBefore: 0, isKnownArtifact: false, overlaps: [] },
    };
  });
  return {
    policyVersion: "as-told/1",
    decisions,
    sufficiency: { evidence: 1.2, required: 0.6, judgement: "sufficient" },
    uncovered: [],
  };
}

export interface BundleCaps {
  readonly form?: BundleForm;
  readonly capTokens?: number;
  readonly capBytes?: number;
  readonly gaps?: readonly Gap[];
  readonly resident?: Resident;
}

interface Told {
  readonly layout: Layout;
  readonly verdicts: Verdicts;
}

export function aWriting(form: BundleForm): Writing {
  return { form, serialize, counter: COUNTER };
}

/** The stories as a bundle under caps, with fixed signals. */
export async function aFittedBundle(
  stories: readonly TextStory[],
  caps: BundleCaps = {},
): Promise<FittedBundle<Told>> {
  const pool = aTextPool(stories);
  const { form = "markdown", capTokens = 2_000, capBytes = 12_000, gaps = [] } = caps;
  const resident = caps.resident ?? NOTHING_RESIDENT;
  return fitBundle<Told>({
    ...{ capTokens, capBytes, gaps, writing: aWriting(form) },
    decide: async (room) => {
      const verdicts = decideAsTold(pool, stories, room);
      return { verdicts, layout: layOut({ pool, verdicts, resident }) };
    },
    build: (shown, { verdicts }): BundleResponse => ({
      schema: "exhibit.bundle/1",
      task: pool.task.text,
      policyVersion: verdicts.policyVersion,
      sufficiency: verdicts.sufficiency,
      uncovered: verdicts.uncovered,
      ...{ exhibits: shown.exhibits, deferred: shown.deferred, decisions: shown.decisions },
      pool: {
        candidates: pool.candidates.length,
        artifacts: pool.candidates.length,
        generators: [],
      },
      occupancy: {
        ...{ beforeTokens: 0, admittedTokens: 0, replacedTokens: 0 },
        ...{ afterTokens: 0, utilisation: 0, readmittedTokens: 0 },
      },
      machinery: { identities: 0, anchors: 0, reasons: 0, ranking: 0, expansionCalls: 0 },
      ledger: "B1",
      gaps: shown.gaps,
      freshness: {
        projection: {
          ...{ state: "current", generation: 3 },
          ...{ builtAt: "2026-10-15T09:00:00.000Z", checkedAt: "2026-10-15T09:00:00.000Z" },
          refresh: { status: "not_needed", reason: "" },
        },
        sources: {
          ...{ oldestObservedAt: "2026-10-01", newestObservedAt: "2026-10-01", ageDays: 14 },
          ...{ stale: true, maxAgeDays: 7, unknownDates: 0 },
        },
        live: { verified: false, evidence: [] },
      },
      authority: ORIENTATION,
      completeness: { complete: true, sources: [] },
      budget: shown.budget,
    }),
  });
}
