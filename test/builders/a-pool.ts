import type { Candidate } from "../../src/model/candidate.ts";
import type { GeneratorReport, Pool } from "../../src/model/pool.ts";
import type { Offer } from "../../src/model/representation.ts";
import type { Resident, ResidentExhibit } from "../../src/model/resident.ts";

/** What a test says of a candidate; everything else is plain. */
export interface CandidateChanges extends Partial<Omit<Candidate, "offers">> {
  /** The section's text. */
  readonly text?: string;
  /** The section's tokens; by default a word is one. */
  readonly tokens?: number;
  /** Offered beside identity, anchor and section. */
  readonly span?: string;
  readonly anchor?: string;
  readonly notShown?: readonly string[];
  readonly offers?: readonly Offer[];
}

export const VERSION: string = "a".repeat(64);
export const SCOPE = "project-1";

/** An offer of any form; its tokens are its words and its lines ten times its tokens unless a test says otherwise. */
export function anOffer(
  granularity: Offer["granularity"],
  text: string,
  changes: Partial<Offer> = {},
): Offer {
  const isExact = granularity === "section" || granularity === "span" || granularity === "full";
  return {
    granularity,
    fidelity: isExact ? "exact" : "described",
    tokens: text === "deferred" ? 1000 : text.split(/\s+/).filter((word) => word !== "").length,
    bytes: Buffer.byteLength(text),
    text,
    wordedBy: isExact ? "source" : "program",
    lines: { startLine: 1, endLine: 10 },
    citation: aCitation(),
    coverage: 0.5,
    notShown: [],
    ...changes,
  };
}

/** A candidate with an identity, an anchor and a section. */
export function aCandidate(id: string, changes: CandidateChanges = {}): Candidate {
  const { text, tokens, span, anchor, notShown = [], offers, ...rest } = changes;
  const title = rest.title ?? `Title ${id}`;
  const body = text ?? `Nothing in particular stands in ${id}.`;
  const section = anOffer("section", body, tokens === undefined ? {} : { tokens });
  const spans =
    span === undefined ? [] : [anOffer("span", span, { lines: { startLine: 3, endLine: 5 } })];
  const rank = Number(id.slice(1));
  return {
    id,
    artifact: `artifact://files/docs/${id}.md`,
    fragment: `${VERSION}#0-100`,
    version: VERSION,
    generator: "lexical_search",
    source: "files",
    rank,
    score: 20 / rank,
    title,
    headingPath: [title],
    exactMatch: "none",
    citation: aCitation(),
    observed: { at: "2026-01-01T00:00:00Z", basis: "declared" },
    ageDays: 1,
    ageClass: "dated",
    origin: "authored",
    provenance: "workspace-file",
    scope: SCOPE,
    supersededBy: "none",
    minFidelity: "any",
    recovery: { status: "resolved" },
    duplicateOf: "none",
    overlapsWith: [],
    offers: offers ?? [
      anOffer("identity", title, { tokens: 18 }),
      anOffer("anchor", anchor ?? `${title}: a section`, { tokens: 50, notShown }),
      ...spans,
      section,
    ],
    offered: "section",
    ...rest,
  };
}

/** A pool of one search over files, whose terms are those of its task, each held by few of many passages. */
export function aPool(
  candidates: readonly Candidate[],
  changes: { readonly task?: string; readonly terms?: readonly string[] } & Partial<
    Omit<Pool, "task">
  > = {},
): Pool {
  const {
    task = "How is the retention window decided?",
    terms = ["retent", "window", "decid"],
    ...rest
  } = changes;
  return {
    schema: "exhibit.pool/1",
    task: { text: task, query: task, scope: SCOPE },
    counter: "o200k_base",
    generators: [aReport(candidates, terms)],
    candidates,
    ...rest,
  };
}

/** What a search over files reports. */
export function aReport(
  candidates: readonly Candidate[],
  terms: readonly string[],
  changes: Partial<GeneratorReport> = {},
): GeneratorReport {
  return {
    generator: "lexical_search",
    source: "files",
    status: "ok",
    candidates: candidates.length,
    artifacts: new Set(candidates.map(({ artifact }) => artifact)).size,
    passages: 1000,
    ceiling: 25,
    terms: terms.map((form) => ({ form, written: form, passages: 10 })),
    ...changes,
  };
}

/** What a reader has of one candidate. */
export function aResident(
  candidate: Candidate,
  granularity: Offer["granularity"],
  changes: Partial<ResidentExhibit> = {},
): Resident {
  const offer = candidate.offers.find((each) => each.granularity === granularity);
  const { artifact, version, headingPath } = candidate;
  const exhibit: ResidentExhibit = {
    label: "E1",
    artifact,
    version: version.slice(0, 16),
    headingPath,
    representation: { granularity, fidelity: offer?.fidelity ?? "exact" },
    lines: offer?.lines ?? "none",
    text: offer === undefined || offer.text === "deferred" ? "" : offer.text,
    tokens: offer?.tokens ?? 0,
    ...changes,
  };
  return { bundle: "B1", exhibits: [exhibit], tokens: 200 };
}

function aCitation(): Candidate["citation"] {
  return {
    path: "docs/a.md",
    startLine: 1,
    endLine: 10,
    version: VERSION.slice(0, 16),
    excerptSha256: "b".repeat(16),
    state: "current",
  };
}
