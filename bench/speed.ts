import { parseArgs } from "node:util";
import { PROJECT_FOLDER, readCircumstances, saveReceipt } from "./receipt.ts";
import { loadShippedProgram, type ShippedProgram } from "./shipped-program.ts";
import { type CorpusFigures, formatCorpus } from "./speed/format-speed.ts";
import { measureAgreements } from "./speed/measure-agreement.ts";
import { measureCommand } from "./speed/measure-command.ts";
import { measureEngine } from "./speed/measure-engine.ts";
import { buildIndexes, measureIndex } from "./speed/measure-index.ts";
import { formatSpeedMarks, judgeSpeedMarks } from "./speed/pass-marks.ts";
import { type StagedCorpus, stageFolder, stageZipf } from "./speed/stage-corpus.ts";

// Times the program against plain SQLite FTS5 over the same passages. See bench/README.md.

const SIZES = {
  smoke: { zipf: 3_000, queries: 40, agreementQueries: 10, coldRuns: 5 },
  full: { zipf: 100_000, queries: 200, agreementQueries: 50, coldRuns: 15 },
} as const;

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    size: { type: "string" },
    zipf: { type: "string" },
    queries: { type: "string" },
    only: { type: "string", default: "all" },
    json: { type: "boolean", default: false },
    receipt: { type: "string" },
  },
});
const size = options.size ?? (options.data === undefined ? "smoke" : "full");
if (size !== "smoke" && size !== "full") {
  console.error("--size is smoke or full.");
  process.exit(2);
}
/** `--queries` asks fewer, for corpora on which FTS5 alone would take an hour. */
const plan = limitQueries(SIZES[size], options.queries);

/** `--only index` leaves out what needs a build of the package. */
const program: ShippedProgram | "none" =
  options.only === "index" ? "none" : await loadShippedProgram(PROJECT_FOLDER);
const corpora: (() => StagedCorpus)[] = [];
if (options.data !== undefined) {
  const { data } = options;
  corpora.push(() => stageFolder(data));
}
if (options.data === undefined || options.zipf !== undefined) {
  const passages = options.zipf === undefined ? plan.zipf : Number(options.zipf);
  corpora.push(() => stageZipf(passages));
}

const measured: CorpusFigures[] = [];
for (const stage of corpora) {
  const corpus = stage();
  try {
    measured.push(await measureCorpus(corpus));
  } finally {
    corpus.remove();
  }
}
const circumstances = readCircumstances(new Date());
const marked = measured.map((figures) => ({ ...figures, passMarks: judgeSpeedMarks(figures) }));
const receipt = { bench: "speed", size, circumstances, figures: marked };
if (options.json) console.log(JSON.stringify(receipt));
else {
  for (const figures of marked) {
    console.log(`${formatCorpus(figures)}\n\n${formatSpeedMarks(figures.passMarks)}\n`);
  }
}
if (options.receipt !== undefined) {
  console.error(`Receipt: ${saveReceipt(options.receipt, receipt)}`);
}

interface Plan {
  readonly zipf: number;
  readonly queries: number;
  readonly agreementQueries: number;
  readonly coldRuns: number;
}

function limitQueries(wanted: Plan, limit: string | undefined): Plan {
  if (limit === undefined) return wanted;
  const queries = Number(limit);
  return { ...wanted, queries, agreementQueries: Math.min(wanted.agreementQueries, queries >> 2) };
}

async function measureCorpus(corpus: StagedCorpus): Promise<CorpusFigures> {
  const { name, paths, bytes } = corpus;
  const built = await buildIndexes(corpus, plan.queries);
  const asked = [built.queries.question, built.queries.content].flatMap((queries) =>
    queries.slice(0, plan.agreementQueries),
  );
  const figures = {
    corpus: name,
    files: paths.length,
    bytes,
    index: await measureIndex(built),
    agreements: await measureAgreements(built, corpus, asked),
  };
  if (program === "none") {
    built.fts5.close();
    return { ...figures, engine: "not_evaluated", command: "not_evaluated" };
  }
  const engine = await measureEngine(program, corpus, built);
  built.fts5.close();
  const command = measureCommand(program, corpus, built.queries.content.slice(0, plan.coldRuns));
  return { ...figures, engine, command };
}
