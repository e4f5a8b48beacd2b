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
  full: { mb: 1_000, events: 1_000_000, questions: 100 },
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
  const { moreRoot, ...first } = stagedIn(options.folder);
  const staged = options.process.endsWith("-more") ? { ...first, root: moreRoot } : first;
  const cost = options.process.startsWith("import")
    ? await runImport(program, staged)
    : runFts5(staged);
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
      ...{ root: staged.root, workspace: staged.workspace, seed: 1, events: 0, course: "whole" },
      bytes: Number(options.mb ?? plan.mb) * 1e6,
    });
    const { events } = transcripts;
    const fts5 = {
      ...keepIn("fts5", staged, events),
      diskBytes: statSync(staged.fts5File).size,
    };
    const exhibit = {
      ...keepIn("import", staged, events),
      diskBytes: folderBytes(staged.storeFolder),
    };
    const added = addEvents(staged, plan.events - transcripts.events);
    const asked = { samples, count: plan.questions };
    const figures: SessionFigures = {
      transcripts,
      exhibit,
      fts5,
      redactionMbACpuSecond: measureRedaction(),
      askedEvents: transcripts.events + added,
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

/** Writes and keeps so many more short events in both; their cost is not measured. */
function addEvents(staged: StagedSessions, count: number): number {
  if (count <= 0) return 0;
  const more = writeTranscripts({
    ...{ root: staged.moreRoot, workspace: staged.workspace, seed: 2, bytes: 0 },
    ...{ events: count, course: "short" },
  });
  for (const name of ["fts5-more", "import-more"]) keepIn(name, staged, "any");
  return more.events;
}

function keepIn(
  name: string,
  { folder }: StagedSessions,
  events: number | "any",
): KeepingCost & { readonly maxRssBytes: number } {
  const self = fileURLToPath(import.meta.url);
  const { cost, output } = runCold([self, "--process", name, "--folder", folder]);
  const kept = JSON.parse(output) as KeepingCost;
  if (events !== "any" && kept.events !== events)
    throw new Error(`${name} kept ${kept.events} of ${events} events.`);
  return { ...kept, maxRssBytes: cost.maxRssBytes };
}
