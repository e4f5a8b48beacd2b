import { createHash } from "node:crypto";
import type { ArtifactRef } from "../../src/model/artifact.ts";
import type { DeferredItem, Exhibit } from "../../src/model/bundle-response.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Citation } from "../../src/model/citation.ts";
import type { Decision } from "../../src/model/decision.ts";
import { ORIENTATION } from "../../src/model/envelope.ts";
import type {
  BundleRecord,
  RecordedCandidate,
  RenderedPart,
} from "../../src/model/ledger-record.ts";
import type { LedgerStore } from "../../src/ports/ledger-store.ts";

const AT = "2026-10-15T09:00:00.000Z";

/** A bundle that no ledger has given an id yet. */
export type NewBundle = Omit<BundleRecord, "id">;

/** Reserves an id for a bundle, records it, and returns the id. */
export async function recordBundle(ledger: LedgerStore, bundle: NewBundle): Promise<string> {
  const id = await ledger.reserve();
  await ledger.append({ id, ...bundle });
  return id;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What an exhibit of a test bundle says, and of which artifact. */
export interface Said {
  readonly artifact: ArtifactRef;
  readonly text: string;
  readonly title?: string;
}

/** A candidate as a generator makes it, with one offer: a section of this text. */
export function aCandidate(id: string, { artifact, text, title = "Owners" }: Said): Candidate {
  const version = sha256(`whole ${text}`);
  const citation: Citation = {
    path: artifact.slice("artifact://files/".length),
    startLine: 1,
    endLine: 2,
    version: version.slice(0, 16),
    excerptSha256: sha256(text).slice(0, 16),
    state: "current",
  };
  return {
    id,
    artifact,
    fragment: `${version}#0-${Buffer.byteLength(text)}`,
    version,
    generator: "lexical_search",
    source: "files",
    rank: 1,
    score: 12.5,
    title,
    headingPath: [title],
    exactMatch: "none",
    citation,
    observed: { at: AT, basis: "observed" },
    ageDays: 3,
    ageClass: "dated",
    origin: "authored",
    provenance: "workspace-file",
    scope: "desk",
    supersededBy: "none",
    minFidelity: "any",
    recovery: { status: "resolved" },
    duplicateOf: "none",
    overlapsWith: [],
    offers: [
      {
        granularity: "section",
        fidelity: "exact",
        tokens: 10,
        bytes: Buffer.byteLength(text),
        text,
        wordedBy: "source",
        lines: { startLine: 1, endLine: 2 },
        coverage: 1,
        notShown: [],
        citation,
      },
    ],
    offered: "section",
  };
}

/** The step that decided about a candidate. */
export function aDecision(
  step: number,
  { id, artifact }: Pick<Candidate, "artifact" | "id">,
  more: Partial<Decision> = {},
): Decision {
  return {
    step,
    candidate: id,
    artifact,
    verdict: "admit",
    representation: { granularity: "section", fidelity: "exact" },
    reason: { code: "evidence_strong" },
    tokensPlanned: 10,
    tokensAdmitted: 10,
    policyVersion: "lexgate/1:lean",
    follows: "none",
    strength: {
      evidence: 0.9,
      required: 0.4,
      share: 1,
      deviation: 2,
      windowCoverage: "unavailable",
    },
    diversity: { artifactsBefore: 0, isKnownArtifact: false, overlaps: [] },
    conflictsWith: [],
    ...more,
  };
}

/** The exhibit that an admitted candidate becomes. */
export function anExhibit(label: string, from: Candidate, more: Partial<Exhibit> = {}): Exhibit {
  const { artifact, citation, headingPath, observed, offers, title } = from;
  return {
    label,
    candidate: from.id,
    artifact,
    title,
    headingPath,
    representation: { granularity: "section", fidelity: "exact" },
    wordedBy: "source",
    text: offers[0]?.text ?? "",
    tokens: offers[0]?.tokens ?? 0,
    citation,
    observed,
    ageDays: from.ageDays,
    ageClass: from.ageClass,
    origin: from.origin,
    provenance: from.provenance,
    authority: ORIENTATION,
    scope: from.scope,
    conflictsWith: [],
    notShown: [],
    expansions: [],
    composition: "alone",
    position: Number(label.slice(1)),
    ...more,
  };
}

function aDeferred(label: string, { artifact, citation, headingPath, id, title }: Candidate) {
  const { path, startLine, endLine, version } = citation;
  const item: DeferredItem = {
    label,
    candidate: id,
    artifact,
    title,
    headingPath,
    citation: { path, startLine, endLine, version },
    tokens: 6,
    reason: { code: "next_best" },
    expansions: [{ to: "section", tokens: 10 }],
  };
  return item;
}

const toRecorded = ({ offers, ...rest }: Candidate): RecordedCandidate => ({
  ...rest,
  offers: offers.map(({ granularity, fidelity, tokens, bytes, text }) => ({
    granularity,
    fidelity,
    tokens,
    bytes,
    sha256: sha256(text),
  })),
});

export interface BundleParts {
  readonly task?: string;
  readonly exhibits?: readonly Said[];
  readonly deferred?: readonly Said[];
  readonly rejected?: readonly Said[];
}

const OWNERS: Said = {
  artifact: "artifact://files/docs/owners.md",
  text: "The harbor desk owns the ledger.",
};

/** A bundle that hangs together: candidates in order, one decision each, and a rendering whose parts are all of its bytes. */
export function aBundle(parts: BundleParts = {}, more: Partial<NewBundle> = {}): NewBundle {
  const { task = "who owns the ledger", exhibits = [OWNERS], deferred = [], rejected = [] } = parts;
  const said = [...exhibits, ...deferred, ...rejected];
  const candidates = said.map((each, index) => aCandidate(`c${index + 1}`, each));
  const admitted = candidates.slice(0, exhibits.length);
  const named = candidates.slice(exhibits.length, exhibits.length + deferred.length);
  const refused = candidates.slice(exhibits.length + deferred.length);
  const steps: [Candidate, Partial<Decision>][] = [
    ...admitted.map((each): [Candidate, Partial<Decision>] => [each, {}]),
    ...named.map((each): [Candidate, Partial<Decision>] => [each, NAMED]),
    ...refused.map((each): [Candidate, Partial<Decision>] => [each, REFUSED]),
  ];
  const pieces = [
    { part: "frame" as const, label: "none", text: `Task: ${task}\n` },
    ...admitted.map((each, index) => ({
      part: "exhibit" as const,
      label: `E${index + 1}`,
      text: `${each.offers[0]?.text}\n`,
    })),
    ...named.map((each, index) => ({
      part: "identity" as const,
      label: `D${index + 1}`,
      text: `${each.title}\n`,
    })),
  ];
  const rendering = pieces.map(({ text }) => text).join("");
  const bytes = Buffer.byteLength(rendering);
  const tokens = admitted.length * 10 + named.length * 6 + 4;
  return {
    at: AT,
    task: { text: task, query: task, scope: "desk" },
    policyVersion: "lexgate/1:lean",
    session: "unknown",
    generation: "7",
    counter: "o200k_base",
    generators: [
      {
        generator: "lexical_search",
        source: "files",
        status: "ok",
        candidates: candidates.length,
        artifacts: new Set(candidates.map(({ artifact }) => artifact)).size,
        passages: 40,
        ceiling: 20,
        terms: [{ form: task.split(" ").at(-1) ?? "", written: task, passages: 3 }],
      },
    ],
    candidates: candidates.map(toRecorded),
    decisions: steps.map(([each, fields], index) => aDecision(index + 1, each, fields)),
    sufficiency: { evidence: 0.8, required: 0.5, judgement: "sufficient" },
    uncovered: [],
    exhibits: admitted.map((each, index) => anExhibit(`E${index + 1}`, each)),
    deferred: named.map((each, index) => aDeferred(`D${index + 1}`, each)),
    form: "markdown",
    rendering,
    renderingSha256: sha256(rendering),
    parts: pieces.map(({ part, label, text }): RenderedPart => {
      const tokensOf = { exhibit: 10, identity: 6, frame: 4 };
      return { part, label, bytes: Buffer.byteLength(text), tokens: tokensOf[part] };
    }),
    bytes,
    tokens,
    tokensBy: { section: admitted.length * 10 },
    occupancy: {
      beforeTokens: 0,
      admittedTokens: tokens,
      replacedTokens: 0,
      afterTokens: tokens,
      utilisation: tokens / 2_000,
      readmittedTokens: 0,
    },
    change: { firstDivergenceByte: 0, mutationRadiusBytes: bytes },
    machinery: {
      identities: named.length * 6,
      anchors: 0,
      reasons: 0,
      frame: 4,
      ranking: 0,
      expansionCalls: 0,
    },
    net: {
      preloadAll: candidates.length * 10,
      admitted: admitted.length * 10,
      saved: (candidates.length - admitted.length) * 10,
      spent: named.length * 6 + 4,
      net: (candidates.length - admitted.length) * 10 - named.length * 6 - 4,
    },
    cost: "unknown",
    tookMs: { gather: 12, decide: 1, assemble: 3 },
    previous: "none",
    expansion: "none",
    ...more,
  };
}

const NAMED: Partial<Decision> = {
  verdict: "defer",
  representation: { granularity: "identity", fidelity: "described" },
  reason: { code: "next_best" },
  tokensPlanned: 6,
  tokensAdmitted: 0,
};

const REFUSED: Partial<Decision> = {
  verdict: "reject",
  representation: "none",
  reason: { code: "below_threshold" },
  tokensPlanned: 0,
  tokensAdmitted: 0,
};
