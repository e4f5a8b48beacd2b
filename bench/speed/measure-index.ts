import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IndexDocument } from "../../src/model/index-document.ts";
import type { PassageIndex } from "../../src/ports/passage-index.ts";
import { toFieldedPassages } from "../fielded-passage.ts";
import { type Fts5Passages, openFts5 } from "../fts5-passages.ts";
import { createMemoryIndex, type MemoryIndex, searchIndex } from "../memory-index.ts";
import { readPassages } from "../plugged-program.ts";
import { alternate, type Timing } from "./alternate.ts";
import { type Cost, measureCost } from "./processor-time.ts";
import { type QueryStyle, sampleQueries } from "./sample-queries.ts";
import type { StagedCorpus } from "./stage-corpus.ts";

/** The index by itself against FTS5, over the same passages in one process. */
export interface IndexFigures {
  readonly passages: number;
  readonly indexBytes: number;
  readonly build: { readonly index: Cost; readonly fts5: Cost };
  readonly queries: Readonly<Record<QueryStyle, readonly Timing[]>>;
}

/** Both indexes over one corpus, still open, and queries to ask them. */
export interface BuiltIndexes {
  readonly memory: MemoryIndex;
  readonly index: PassageIndex;
  readonly fts5: Fts5Passages;
  readonly passages: number;
  readonly build: IndexFigures["build"];
  readonly queries: Readonly<Record<QueryStyle, readonly string[]>>;
}

/** A segment of this many passages is what one pass of memory holds comfortably. */
const SEGMENT_PASSAGES = 100_000;
const SAMPLED_BODIES = 2_000;
const TOP = 10;

/** Builds both, batch by batch in turns, from passages already in memory: neither pays for reading or splitting. */
export async function buildIndexes(
  corpus: StagedCorpus,
  queryCount: number,
): Promise<BuiltIndexes> {
  const memory = createMemoryIndex();
  const fts5 = openFts5(join(corpus.scratch, "fts5.db"));
  let index = NOTHING;
  let baseline = NOTHING;
  let passages = 0;
  const bodies: string[] = [];
  for await (const batch of readBatches(corpus)) {
    const fielded = [...toFieldedPassages(batch)];
    passages += fielded.length;
    const every = Math.max(1, Math.floor(fielded.length / SAMPLED_BODIES));
    bodies.push(...fielded.filter((_, place) => place % every === 0).map(({ body }) => body));
    index = add(index, (await measureCost(() => memory.add(batch))).cost);
    baseline = add(baseline, (await measureCost(() => fts5.add(fielded))).cost);
  }
  const queries = sampleQueries(bodies, { count: queryCount, seed: 11, frame: corpus.frame });
  const build = { index, fts5: baseline };
  return { memory, index: memory.open(), fts5, passages, build, queries };
}

/** Times both on the same queries, top 10, and gives what they took to build. */
export async function measureIndex(built: BuiltIndexes): Promise<IndexFigures> {
  const contenders = [
    {
      name: "index",
      answer: (query: string) => searchIndex(built.index, query, { ranker: "lexical", limit: TOP }),
    },
    { name: "fts5", answer: (query: string) => built.fts5.search(query, TOP) },
  ];
  return {
    passages: built.passages,
    indexBytes: built.memory.byteLength(),
    build: built.build,
    queries: {
      question: await alternate(contenders, built.queries.question),
      content: await alternate(contenders, built.queries.content),
    },
  };
}

/** Reads the corpus as index documents, in batches of about a segment. */
export async function* readBatches(corpus: StagedCorpus): AsyncGenerator<IndexDocument[]> {
  let batch: IndexDocument[] = [];
  let passages = 0;
  for (const path of corpus.paths) {
    const bytes = readFileSync(join(corpus.workspace, path));
    const reading = await readPassages(path, bytes);
    if (reading === "gap") continue;
    const { indexDocument } = reading;
    batch.push(indexDocument);
    passages += indexDocument.passages.length;
    if (passages < SEGMENT_PASSAGES) continue;
    yield batch;
    batch = [];
    passages = 0;
  }
  if (batch.length > 0) yield batch;
}

const NOTHING: Cost = { cpuSeconds: 0, wallSeconds: 0 };

function add(sum: Cost, cost: Cost): Cost {
  return {
    cpuSeconds: sum.cpuSeconds + cost.cpuSeconds,
    wallSeconds: sum.wallSeconds + cost.wallSeconds,
  };
}
