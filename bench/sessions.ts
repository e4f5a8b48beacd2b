import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { PROJECT_FOLDER, readCircumstances, saveReceipt } from "./receipt.ts";
import {
  formatSessionsRun,
  judgeSessionsMarks,
  type SessionFigures,
} from "./sessions/format-sessions.ts";
import { runFts5 } from "./sessions/fts5-process.ts";
import { type KeepingCost, runImport } from "./sessions/import-process.ts";
import { measureQuestions } from "./sessions/measure-questions.ts";
import { measureRedaction } from "./sessions/measure-redaction.ts";
import { type StagedSessions, stagedIn, stageSessions } from "./sessions/stage-sessions.ts";
import { writeTranscripts } from "./sessions/write-transcripts.ts";
import { loadShippedProgram, type ShippedProgram } from "./shipped-program.ts";
import { runCold } from "./speed/cold-process.ts";
import { folderBytes } from "./speed/folder-size.ts";

// Imports generated transcripts and asks about them, plain SQLite beside it in the same run. See bench/README.md.

const SIZES = {
  smoke: { mb: 12, events: 0, questions: 40 },
  full: { mb: 200, events: 1_000_000, questions: 100 },
} as const;

const { values: options } = parseArgs({
  options: {
    size: { type: "string", default: "smoke" },
    mb: { type: "string" },
    json: { type: "boolean", default: false },
    receipt: { type: "string" },
    // Names what this process is for, when a run started it itself: its memory is measured.
    process: { type: "string" },
    folder: { type: "string" },
  },
});
const program = await loadShippedProgram(PROJECT_FOLDER);
if (options.process !== undefined && options.folder !== undefined) {
  const staged = stagedIn(options.folder);
  const cost = options.process === "import" ? await runImport(program, staged) : runFts5(staged);
  console.log(JSON.stringify(cost));
} else await runBench(program);

async function runBench(shipped: ShippedProgram): Promise<void> {
  const { size } = options;
  if (size !== "smoke" && size !== "full") {
    console.error("--size is smoke or full.");
    process.exit(2);
  }
  const plan = SIZES[size];
  const staged = stageSessions();
  try {
    const { samples, ...transcripts } = writeTranscripts({
      ...{ root: staged.root, workspace: staged.workspace, seed: 1, events: plan.events },
      bytes: Number(options.mb ?? plan.mb) * 1e6,
    });
    const fts5 = keepIn("fts5", staged, transcripts.events);
    const exhibit = keepIn("import", staged, transcripts.events);
    const asked = { samples, count: plan.questions };
    const figures: SessionFigures = {
      transcripts,
      exhibit: { ...exhibit, diskBytes: folderBytes(staged.storeFolder) },
      fts5: { ...fts5, diskBytes: statSync(staged.fts5File).size },
      redactionMbACpuSecond: measureRedaction(),
      questions: await measureQuestions(shipped, staged, asked),
    };
    const passMarks = judgeSessionsMarks(figures);
    const circumstances = readCircumstances(new Date());
    const receipt = { bench: "sessions", size, circumstances, figures, passMarks };
    console.log(options.json ? JSON.stringify(receipt) : formatSessionsRun(figures, passMarks));
    if (options.receipt !== undefined) {
      console.error(`Receipt: ${saveReceipt(options.receipt, receipt)}`);
    }
  } finally {
    staged.remove();
  }
}

function keepIn(
  name: "fts5" | "import",
  { folder }: StagedSessions,
  events: number,
): KeepingCost & { readonly maxRssBytes: number } {
  const self = fileURLToPath(import.meta.url);
  const { cost, output } = runCold([self, "--process", name, "--folder", folder]);
  const kept = JSON.parse(output) as KeepingCost;
  if (kept.events !== events) throw new Error(`${name} kept ${kept.events} of ${events} events.`);
  return { ...kept, maxRssBytes: cost.maxRssBytes };
}
