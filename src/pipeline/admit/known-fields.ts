import type { Candidate } from "../../model/candidate.ts";
import type { Citation } from "../../model/citation.ts";
import type { GeneratorReport, Pool } from "../../model/pool.ts";
import type { Offer } from "../../model/representation.ts";
import type { Resident, ResidentExhibit } from "../../model/resident.ts";
import type { ShapeOf } from "./copy-known.ts";

const LINES = { fields: { startLine: "value", endLine: "value" } } as const;
const WORDS = { each: "value" } as const;

const CITATION: ShapeOf<Citation> = {
  fields: {
    path: "value",
    startLine: "value",
    endLine: "value",
    version: "value",
    excerptSha256: "value",
    bytes: { fields: { start: "value", end: "value" } },
    state: "value",
    relocatedTo: LINES,
  },
};

const OFFER: ShapeOf<Offer> = {
  fields: {
    granularity: "value",
    fidelity: "value",
    tokens: "value",
    bytes: "value",
    text: "value",
    wordedBy: "value",
    lines: LINES,
    coverage: "value",
    notShown: WORDS,
    citation: CITATION,
  },
};

const CANDIDATE: ShapeOf<Candidate> = {
  fields: {
    id: "value",
    artifact: "value",
    fragment: "value",
    version: "value",
    generator: "value",
    source: "value",
    rank: "value",
    score: "value",
    title: "value",
    headingPath: WORDS,
    exactMatch: "value",
    citation: CITATION,
    observed: { fields: { at: "value", basis: "value" } },
    ageDays: "value",
    ageClass: "value",
    origin: "value",
    provenance: "value",
    scope: "value",
    supersededBy: "value",
    minFidelity: "value",
    recovery: { fields: { status: "value", reason: "value" } },
    duplicateOf: "value",
    overlapsWith: WORDS,
    offers: { each: OFFER },
    offered: "value",
  },
};

const GENERATOR: ShapeOf<GeneratorReport> = {
  fields: {
    generator: "value",
    source: "value",
    status: "value",
    candidates: "value",
    artifacts: "value",
    passages: "value",
    ceiling: "value",
    terms: { each: { fields: { form: "value", written: "value", passages: "value" } } },
  },
};

/** All that a policy may know of a pool. */
export const POOL_FIELDS: ShapeOf<Pool> = {
  fields: {
    schema: "value",
    task: { fields: { text: "value", query: "value", scope: "value" } },
    counter: "value",
    generators: { each: GENERATOR },
    candidates: { each: CANDIDATE },
  },
};

const EXHIBIT: ShapeOf<ResidentExhibit> = {
  fields: {
    label: "value",
    artifact: "value",
    version: "value",
    headingPath: WORDS,
    representation: { fields: { granularity: "value", fidelity: "value" } },
    lines: LINES,
    text: "value",
    tokens: "value",
  },
};

/** All that a policy may know of what the reader has already. */
export const RESIDENT_FIELDS: ShapeOf<Resident> = {
  fields: { bundle: "value", exhibits: { each: EXHIBIT }, tokens: "value" },
};
