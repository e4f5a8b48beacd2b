import { join } from "node:path";
import type { Engine } from "../../src/model/engine.ts";
import type { ShippedProgram } from "../shipped-program.ts";
import { alternate, type Timing } from "./alternate.ts";
import { folderBytes } from "./folder-size.ts";
import type { BuiltIndexes } from "./measure-index.ts";
import { type Cost, measureCost } from "./processor-time.ts";
import { median } from "./quantiles.ts";
import type { QueryStyle } from "./sample-queries.ts";
import type { StagedCorpus } from "./stage-corpus.ts";

/** The whole program as a library, against FTS5 where FTS5 has the like. */
export interface EngineFigures {
  /** Listing, reading, hashing, splitting, packing, indexing and publishing. */
  readonly build: Cost;
  readonly noOpRefreshMicrosecondsAFile: number;
  readonly dataBytes: number;
  readonly dataBytesAByteOfCorpus: number;
  readonly queries: Readonly<Record<QueryStyle, readonly Timing[]>>;
}

const TOP = 10;
const NO_OP_ROUNDS = 5;
/** Room for ten whole passages, so that no answer is cut short. */
const CAP_BYTES = 200_000;

/** Builds, refreshes without a change, and searches through the library as shipped. */
export async function measureEngine(
  program: ShippedProgram,
  corpus: StagedCorpus,
  built: BuiltIndexes,
): Promise<EngineFigures> {
  const dataFolder = join(corpus.scratch, "engine");
  const engine = await program.openEngine({ workspace: corpus.workspace, dataFolder });
  try {
    const { cost: build } = await measureCost(() => engine.refresh());
    // Before closing: what a user finds on disk while the program runs, log included.
    const dataBytes = folderBytes(dataFolder);
    return {
      build,
      noOpRefreshMicrosecondsAFile: await measureNoOp(engine, corpus.paths.length),
      dataBytes,
      dataBytesAByteOfCorpus: dataBytes / corpus.bytes,
      queries: await measureQueries(engine, built),
    };
  } finally {
    await engine.close();
  }
}

async function measureNoOp(engine: Engine, files: number): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < NO_OP_ROUNDS; round++) {
    const { value, cost } = await measureCost(() => engine.refresh());
    if (value.added + value.changed + value.removed > 0) {
      throw new Error("A refresh of an unchanged workspace found changes.");
    }
    seconds.push(cost.cpuSeconds);
  }
  return (median(seconds) * 1_000_000) / files;
}

async function measureQueries(
  engine: Engine,
  { fts5, queries }: BuiltIndexes,
): Promise<EngineFigures["queries"]> {
  const options = { limit: TOP, capBytes: CAP_BYTES };
  const contenders = [
    { name: "engine", answer: (query: string) => engine.search(query, options) },
    {
      name: "engine, refresh off",
      answer: (query: string) => engine.search(query, { ...options, refresh: "off" as const }),
    },
    { name: "fts5", answer: (query: string) => fts5.search(query, TOP) },
  ];
  return {
    question: await alternate(contenders, queries.question),
    content: await alternate(contenders, queries.content),
  };
}
