import { FIRST_FORM } from "../analysis/form-table.ts";
import type { DeadDocument, LiveSegment } from "../ports/passage-index.ts";
import { DamagedBlockError } from "./damaged-block-error.ts";
import { compareDocuments, type DocumentRecord } from "./document-record.ts";
import { fetchRecords, recordOf } from "./document-table.ts";
import { ForwardWords } from "./forward-words.ts";
import { decodeLiveness, encodeLiveness, findNumber, type Liveness } from "./liveness.ts";
import { type OpenSegment, passageEnd, toUint32, wholeFile } from "./open-segment.ts";
import { fetchPassages } from "./passage-ranges.ts";
import type { FetchedFiles } from "./segment-files.ts";

/** Passages decoded at a time, so that burying a whole source stays within memory. */
const BATCH = 1024;

/** Returns the segment's liveness after `dead` died, or `"unchanged"` when it held none of them alive. */
export async function buryDocuments(
  segment: OpenSegment,
  live: LiveSegment,
  dead: readonly DeadDocument[],
): Promise<Uint8Array | "unchanged"> {
  const before = decodeLiveness(live);
  const records = await fetchRecords(segment);
  const numbers = new Map<number, DocumentRecord>();
  for (const document of dead) {
    const number = findDocument(segment, records, document);
    if (number < 0 || findNumber(before.deadDocuments, number) >= 0) continue;
    numbers.set(number, recordOf(segment, records, number));
  }
  if (numbers.size === 0) return "unchanged";
  const counts = countsOf(before);
  let deadPassages = before.deadPassages;
  let { deadTokens } = before;
  const formTerms = await readFormTerms(segment);
  for (const [number, record] of numbers) {
    deadTokens += record.tokenCount;
    const first = segment.firstPassages[number] as number;
    const end = passageEnd(segment, number);
    deadPassages += end - first;
    for (let from = first; from < end; from += BATCH) {
      const range = { from, end: Math.min(end, from + BATCH) };
      await countTerms(segment, range, { formTerms, counts });
    }
  }
  const deadDocuments = Uint32Array.from([...before.deadDocuments, ...numbers.keys()]).sort();
  return encodeLiveness({ deadDocuments, deadPassages, deadTokens, ...sortCounts(counts) });
}

/** The number of a document, by halving; -1 when the segment does not hold it. */
function findDocument(segment: OpenSegment, records: FetchedFiles, wanted: DeadDocument): number {
  let low = 0;
  let high = segment.meta.documentCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareDocuments(recordOf(segment, records, middle), wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

async function readFormTerms(segment: OpenSegment): Promise<Uint32Array> {
  const range = wholeFile("form-terms", 4 * (segment.meta.formEnd - FIRST_FORM));
  const fetched = await segment.files.fetch([range]);
  const formTerms = toUint32(fetched.bytes(range));
  for (const ordinal of formTerms) {
    if (ordinal >= segment.meta.termCount) throw new DamagedBlockError(fetched.origin(range));
  }
  return formTerms;
}

async function countTerms(
  segment: OpenSegment,
  range: { readonly from: number; readonly end: number },
  into: { readonly formTerms: Uint32Array; readonly counts: Map<number, number> },
): Promise<void> {
  const passages = Array.from({ length: range.end - range.from }, (_, index) => range.from + index);
  const { fetched, ranges } = await fetchPassages(segment, passages);
  const words = new ForwardWords();
  for (const record of ranges) {
    words.decode(fetched.bytes(record), segment.meta.formEnd, fetched.origin(record));
    const terms = new Set<number>();
    for (let at = 0; at < words.count; at++) {
      const id = words.ids[at] as number;
      if (id >= FIRST_FORM) terms.add(into.formTerms[id - FIRST_FORM] as number);
    }
    for (const term of terms) into.counts.set(term, (into.counts.get(term) ?? 0) + 1);
  }
}

function countsOf(liveness: Liveness): Map<number, number> {
  const counts = new Map<number, number>();
  liveness.terms.forEach((term, index) => {
    counts.set(term, liveness.termCounts[index] as number);
  });
  return counts;
}

function sortCounts(counts: ReadonlyMap<number, number>): Pick<Liveness, "terms" | "termCounts"> {
  const terms = Uint32Array.from(counts.keys()).sort();
  return { terms, termCounts: terms.map((term) => counts.get(term) ?? 0) };
}
