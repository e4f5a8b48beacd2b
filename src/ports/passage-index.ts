import type { ArtifactKind, ArtifactRef, SourceName } from "../model/artifact.ts";
import type { Explanation } from "../model/explanation.ts";
import type { IndexDocument } from "../model/index-document.ts";
import type { TermCount } from "../model/pool.ts";

/** A row of a segment: at most 64 KiB of bytes. The store keeps a checksum beside it and verifies it when read. */
export interface SegmentBlock {
  /** What the bytes are; owned by the index, opaque to the store. */
  readonly kind: string;
  /** Counts the blocks of one kind from 0. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** An immutable piece of index as plain bytes: made in a worker, handed over, staged as rows. */
export interface SegmentImage {
  readonly documentCount: number;
  readonly passageCount: number;
  readonly blocks: readonly SegmentBlock[];
}

/** Names a block within its segment. */
export interface BlockKey {
  readonly kind: string;
  readonly number: number;
}

/** A block's bytes, or why there are none. Neither is ever silently an empty block. */
export type BlockOutcome = Uint8Array | "damaged" | "missing";

/** One segment of the current generation with what is still live in it. */
export interface LiveSegment {
  readonly id: number;
  /** As built, the dead included. */
  readonly documentCount: number;
  /** As built, the dead included. */
  readonly passageCount: number;
  /** Changes only at publish; opaque bytes made by `encodeLiveness`, or `"all"`. */
  readonly liveness: Uint8Array | "all";
}

/** Where an index reads its segments. Bytes returned are never changed afterwards by either side. */
export interface SegmentSource {
  /** The segments to search. */
  segments(): Promise<readonly LiveSegment[]>;
  /** Returns one outcome for each key, in the order of the keys. */
  readBlocks(segmentId: number, keys: readonly BlockKey[]): Promise<readonly BlockOutcome[]>;
}

/** Where index rows are staged and read. Every store that can be searched is one. */
export interface SegmentStore {
  /** The segments that are searched now. */
  segments(): Promise<readonly LiveSegment[]>;
  /** Returns one outcome for each key, in the order of the keys. */
  readBlocks(segmentId: number, keys: readonly BlockKey[]): Promise<readonly BlockOutcome[]>;
  /** Starts a segment's rows; returns its id, never used before. */
  stageSegment(): Promise<number>;
  /** Adds rows to a staged segment. */
  stageBlocks(segmentId: number, blocks: readonly SegmentBlock[]): Promise<void>;
}

/** The segments of a next generation and what lives in them. */
export interface Arrangement {
  readonly segments: readonly LiveSegment[];
  readonly passageCount: number;
}

/** A document that a new generation no longer holds. */
export interface DeadDocument {
  readonly artifact: ArtifactRef;
  readonly version: string;
}

/** A segment in the making, in memory. */
export interface SegmentDraft {
  /** UTF-16 code units of passage text added so far. */
  readonly chars: number;
  /** Analyzes a document into the segment; its text is not kept. */
  add(document: IndexDocument): void;
  /** The draft is used up afterwards. */
  finish(): SegmentImage;
}

/** Gathers the images of one build into segments. */
export interface SegmentCollector {
  /** Takes an image; stages it at once when much is held already, which bounds memory. */
  add(image: SegmentImage): Promise<void>;
  /** Stages what is left and returns the segments of this build. */
  finish(): Promise<readonly LiveSegment[]>;
}

/** Builds and combines segments. Everything here is deterministic in its input. */
export interface SegmentBuilder {
  /** Part of every generation's inputs digest: another version means a full rebuild. */
  readonly analyzerVersion: string;
  /** Analyzes documents into one segment. Pure; runs in a worker thread. */
  build(documents: readonly IndexDocument[]): SegmentImage;
  /** Starts a segment that documents are added to one by one, so that their texts need not be held together. */
  start(): SegmentDraft;
  /**
   * Merges segments into one, dropping what is dead, without the texts. Yields blocks as they are complete so that
   * memory stays bounded. Documents are ordered by artifact.
   */
  merge(source: SegmentSource, segments: readonly LiveSegment[]): AsyncIterable<SegmentBlock>;
  /** Returns the segment's liveness after these documents died, or `"unchanged"` when it held none of them. */
  bury(
    source: SegmentSource,
    segment: LiveSegment,
    dead: readonly DeadDocument[],
  ): Promise<Uint8Array | "unchanged">;
  /**
   * Buries dead documents, rewrites segments with too much dead in them and merges full tiers, so that the number of
   * segments stays logarithmic in the number of publications. What it makes is staged in `store`.
   */
  arrange(
    store: SegmentStore,
    segments: readonly LiveSegment[],
    dead: readonly DeadDocument[],
  ): Promise<Arrangement>;
  /** Gathers the images of one build into staged segments of `store`. */
  collect(store: SegmentStore): SegmentCollector;
  /** Documents and passages still live in the segment. */
  countLive(
    source: SegmentSource,
    segment: LiveSegment,
  ): Promise<{ readonly documentCount: number; readonly passageCount: number }>;
}

/** No answer holds more candidates than this, whatever the limit: stage two reorders so many. */
export const MAX_CANDIDATES = 100;

/** `lexical` is the shipped ranker; `exact` plain lowercase words (study S0); `reference` SQLite FTS5's own formula. */
export type RankerName = "lexical" | "exact" | "reference";

/** Applied before the heap; never changes a score or an idf. */
export interface PassageFilter {
  readonly sources?: readonly SourceName[];
  /** True when a path may answer; compiled from globs by the caller. */
  readonly acceptsPath?: (path: string) => boolean;
  readonly kinds?: readonly ArtifactKind[];
  readonly languages?: readonly string[];
  /** Words that must all stand in one heading of the passage's heading path. */
  readonly heading?: string;
}

/** A question with everything that decides its answer. */
export interface IndexQuery {
  /** Ordinary text; short closed double quotes make a phrase that must be met; nothing in it can be a syntax error. */
  readonly text: string;
  readonly ranker: RankerName;
  /** How many candidates to return, at most; never more than `MAX_CANDIDATES`. */
  readonly limit: number;
  /** Passages holding any of these words are left out. */
  readonly excludedWords: readonly string[];
  readonly filter: PassageFilter;
  /** Adds each candidate's score as a tree. */
  readonly explain: boolean;
  /** Counts common words as content; otherwise they leave the question when a content word remains. */
  readonly keepStopWords?: boolean;
}

/** A passage that holds words of the question, with what it was ranked by. */
export interface IndexCandidate {
  readonly artifact: ArtifactRef;
  readonly version: string;
  /** `Passage.position` within that version. */
  readonly position: number;
  /** The score that ordered the answer. */
  readonly score: number;
  /** The score before reordering: what says how strong the evidence is, whatever the order became. */
  readonly stageOneScore: number;
  /**
   * Words of the question, as the asker wrote them (lowercased), that this passage holds in some form; never empty. An
   * identifier stands here only if the passage holds it whole, or its parts side by side in one field; else those of its
   * parts that the passage holds stand here. Of a run of CJK characters the longest stretches held are named.
   */
  readonly matched: readonly string[];
  /** Words it does not hold: an identifier of which it holds scattered parts is one of them. */
  readonly unmatched: readonly string[];
  /** Idf share of the question's content words held by the passage, 0 to 1; parts of an identifier not held count nothing. */
  readonly coverage: number;
  /** Present when asked for. */
  readonly explanation?: Explanation;
}

/** What a question found, and what it is measured against. */
export interface IndexAnswer {
  /** Distinct content words of the question, in order, as the asker wrote them (lowercased). */
  readonly words: readonly string[];
  /** Words of the question that no live passage holds; an identifier that none holds whole or side by side is one. */
  readonly unmatchedWords: readonly string[];
  /** Quoted phrases, as written, that no live passage holds: each by itself leaves the answer empty. */
  readonly unmetPhrases: readonly string[];
  /** Live passages that the filter lets through, whether they match or not. */
  readonly acceptedPassages: number;
  /** Live passages that match a word and that the filter rules out. */
  readonly filteredOut: number;
  /** Live passages that match a word, pass the filter, and hold an excluded word. */
  readonly excludedPassages: number;
  /** Best first; ties by artifact, then position. */
  readonly candidates: readonly IndexCandidate[];
  /** Passages that match a word and that filter, phrases and excluded words let through, whether returned or not. */
  readonly matchedPassages: number;
  /** Live passages in the index. */
  readonly passageCount: number;
  /**
   * The highest score any passage could reach for this question in this index: every word of it saturated in every field,
   * all of them side by side. A word that no passage holds counts with the idf of zero passages, so that an index without the
   * rare word of a question cannot look better than one that has it. No candidate scores more; `score / ceiling`, from 0 to
   * 1, compares candidates of several indexes.
   */
  readonly ceiling: number;
  /** The same of `stageOneScore`: what the strength of evidence is measured against. */
  readonly stageOneCeiling: number;
  /**
   * The terms of the content words, each once, in their order, with how many live passages hold it in any form (in this form,
   * for the ranker `exact`). An identifier stands here as its parts; a run of CJK characters as its pairs.
   */
  readonly terms: readonly TermCount[];
}

/** Thrown by nobody: a damaged index is an outcome, so that the caller can answer from the text instead. */
export type IndexOutcome =
  | { readonly status: "ok"; readonly answer: IndexAnswer }
  | { readonly status: "damaged"; readonly segmentId: number; readonly block: BlockKey };

/** A question whose answer is ordered by something else than relevance, such as time. */
export interface ListQuery {
  /** Read as `IndexQuery.text` is. */
  readonly text: string;
  /** How many references to return, at most: the first ones, of `among` where that is given. */
  readonly limit: number;
  /** Only these are of interest; the count is of all documents whatever is given here. */
  readonly among?: readonly ArtifactRef[];
}

/** Which documents hold all of a question. Nothing is scored and no candidate is capped away. */
export interface ListAnswer {
  /** Distinct content words of the question, in order, as the asker wrote them (lowercased). */
  readonly words: readonly string[];
  /** Words that no live passage holds in any form: each by itself leaves the answer empty. */
  readonly unmatchedWords: readonly string[];
  /** Quoted phrases, as written, that no live passage holds: each by itself leaves the answer empty. */
  readonly unmetPhrases: readonly string[];
  /** Live documents that hold each content word in some passage, and each quoted phrase in one. */
  readonly documentCount: number;
  /** Ascending. */
  readonly artifacts: readonly ArtifactRef[];
}

/** As `IndexOutcome`, of a listing. */
export type ListOutcome =
  | { readonly status: "ok"; readonly answer: ListAnswer }
  | Extract<IndexOutcome, { readonly status: "damaged" }>;

/** Finds passages by relevance, and lists documents without it. Fetching is asynchronous, scoring synchronous. */
export interface PassageIndex {
  /** Returns the best candidates. Equal segments and an equal query give an equal answer, bit for bit (COR-22). */
  search(query: IndexQuery): Promise<IndexOutcome>;
  /** Returns the documents that hold every content word and every quoted phrase of a question, whatever they would score. */
  list(query: ListQuery): Promise<ListOutcome>;
}

/** Opens an index over segments. `analysis` results and decoded blocks may be cached for the life of the index. */
export interface IndexKit {
  /** Makes what `open` reads. */
  readonly builder: SegmentBuilder;
  /** Opens an index over the segments of one generation. Nothing is read before the first question. */
  open(source: SegmentSource): PassageIndex;
  /** UTF-16 ranges of `text` whose words match `words` in some form, ascending, for highlighting. */
  locate(
    text: string,
    words: readonly string[],
  ): readonly { readonly start: number; readonly end: number }[];
}
