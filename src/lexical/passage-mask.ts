import type { PassageFilter } from "../ports/passage-index.ts";
import type { DocumentRecord } from "./document-record.ts";
import { fetchRecords, recordOf } from "./document-table.ts";
import { findPassages, type WordPattern } from "./find-passages.ts";
import { type OpenSegment, passageEnd } from "./open-segment.ts";
import type { QueryTerms } from "./query-terms.ts";
import type { SearchedSegment } from "./searched-segment.ts";

/** One byte a passage, 1 for those that may answer, or `"all"`. */
export type PassageMask = Uint8Array | "all";

/** Leaves out what is dead. */
export function maskDead({ segment, liveness }: SearchedSegment): PassageMask {
  if (liveness.deadDocuments.length === 0) return "all";
  const mask = new Uint8Array(segment.meta.passageCount).fill(1);
  for (const document of liveness.deadDocuments) clearDocument(mask, segment, document);
  return mask;
}

/** Leaves out what is dead and what the question's filter, phrases and excluded words rule out. */
export async function maskPassages(
  searched: SearchedSegment,
  query: QueryTerms,
  filter: PassageFilter,
): Promise<PassageMask> {
  const { segment } = searched;
  let mask = maskDead(searched);
  const own = (): Uint8Array => {
    if (mask === "all") mask = new Uint8Array(segment.meta.passageCount).fill(1);
    return mask;
  };
  if (asksForDocuments(filter)) {
    const records = await fetchRecords(segment);
    for (let document = 0; document < segment.meta.documentCount; document++) {
      const accepted = acceptsDocument(filter, recordOf(segment, records, document));
      if (!accepted) clearDocument(own(), segment, document);
    }
  }
  const required: WordPattern[] = query.phrases.map((forms) => ({ kind: "phrase", forms }));
  if (query.heading.length > 0) required.push({ kind: "heading", terms: query.heading });
  for (const pattern of required) {
    const found = new Uint8Array(segment.meta.passageCount);
    for (const passage of await findPassages(searched, pattern)) found[passage] = 1;
    const kept = own();
    for (let passage = 0; passage < kept.length; passage++) {
      kept[passage] = (kept[passage] as number) & (found[passage] as number);
    }
  }
  for (const forms of query.excluded) {
    const kept = own();
    for (const passage of await findPassages(searched, { kind: "phrase", forms }))
      kept[passage] = 0;
  }
  return mask;
}

function clearDocument(mask: Uint8Array, segment: OpenSegment, document: number): void {
  mask.fill(0, segment.firstPassages[document], passageEnd(segment, document));
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
