import type { PassageFilter } from "../ports/passage-index.ts";
import type { DocumentRecord } from "./document-record.ts";
import { fetchRecords, recordOf } from "./document-table.ts";
import { findPassages } from "./find-passages.ts";
import { passageEnd } from "./open-segment.ts";
import {
  addPassages,
  countPassages,
  createPassageSet,
  holdsPassage,
  intersect,
  type PassageSet,
  removeRange,
  subtract,
} from "./passage-set.ts";
import type { QueryTerms } from "./query-terms.ts";
import type { SearchedSegment } from "./searched-segment.ts";

/** The passages that may answer, or `"all"` of the segment. */
export type PassageMask = PassageSet | "all";

/** What a question lets through in one segment, step by step. */
export interface PassageMasks {
  readonly live: PassageMask;
  /** Of the live ones, those that the filter accepts. */
  readonly accepted: PassageMask;
  /** Of the accepted ones, those that hold an excluded word. */
  readonly excluded: PassageSet | "none";
  /** What is left: accepted, not excluded, and holding every phrase. */
  readonly answering: PassageMask;
  /** By phrase of the question: whether any live passage holds it. */
  readonly metPhrases: readonly boolean[];
}

/** Leaves out what is dead. */
export function maskDead({ segment, liveness }: SearchedSegment): PassageMask {
  if (liveness.deadDocuments.length === 0) return "all";
  const mask = createPassageSet(segment.meta.passageCount, "all");
  for (const document of liveness.deadDocuments) {
    removeRange(mask, segment.firstPassages[document] as number, passageEnd(segment, document));
  }
  return mask;
}

/** True when the mask lets the passage through. */
export function letsThrough(mask: PassageMask, passage: number): boolean {
  return mask === "all" || holdsPassage(mask, passage);
}

/** Leaves out what is dead and what the question's filter, phrases and excluded words rule out. */
export async function maskPassages(
  searched: SearchedSegment,
  query: QueryTerms,
  filter: PassageFilter,
): Promise<PassageMasks> {
  const live = maskDead(searched);
  const accepted = await acceptPassages(searched, live, { query, filter });
  let answering = accepted;
  const metPhrases: boolean[] = [];
  for (const { forms } of query.phrases) {
    const found = await findSet(searched, { kind: "phrase", forms });
    metPhrases.push(countPassages(found, live) > 0);
    answering = meet(found, answering);
  }
  if (query.excluded.length === 0) {
    return { live, accepted, excluded: "none", answering, metPhrases };
  }
  const excluded = createPassageSet(searched.segment.meta.passageCount, "none");
  for (const forms of query.excluded) {
    addPassages(excluded, await findPassages(searched, { kind: "phrase", forms }));
  }
  answering = meet(createPassageSet(searched.segment.meta.passageCount, "all"), answering);
  subtract(answering, excluded);
  return { live, accepted, excluded: meet(excluded, accepted), answering, metPhrases };
}

async function acceptPassages(
  searched: SearchedSegment,
  live: PassageMask,
  { query, filter }: { readonly query: QueryTerms; readonly filter: PassageFilter },
): Promise<PassageMask> {
  const { segment } = searched;
  let mask = live;
  if (asksForDocuments(filter)) {
    const own = meet(createPassageSet(segment.meta.passageCount, "all"), live);
    const records = await fetchRecords(segment);
    for (let document = 0; document < segment.meta.documentCount; document++) {
      if (acceptsDocument(filter, recordOf(segment, records, document))) continue;
      removeRange(own, segment.firstPassages[document] as number, passageEnd(segment, document));
    }
    mask = own;
  }
  if (query.heading.length === 0) return mask;
  return meet(await findSet(searched, { kind: "heading", terms: query.heading }), mask);
}

async function findSet(
  searched: SearchedSegment,
  pattern: Parameters<typeof findPassages>[1],
): Promise<PassageSet> {
  const found = createPassageSet(searched.segment.meta.passageCount, "none");
  addPassages(found, await findPassages(searched, pattern));
  return found;
}

/** Changes `set` to what the mask lets through of it. */
function meet(set: PassageSet, mask: PassageMask): PassageSet {
  if (mask !== "all") intersect(set, mask);
  return set;
}

function asksForDocuments({ sources, acceptsPath, kinds, languages }: PassageFilter): boolean {
  return [sources, acceptsPath, kinds, languages].some((part) => part !== undefined);
}

function acceptsDocument(filter: PassageFilter, document: DocumentRecord): boolean {
  const { sources, acceptsPath, kinds, languages } = filter;
  return (
    (sources === undefined || sources.includes(document.source)) &&
    (kinds === undefined || kinds.includes(document.kind)) &&
    (languages === undefined || languages.includes(document.language)) &&
    (acceptsPath === undefined || acceptsPath(document.path))
  );
}
