import { parseArgs } from "node:util";
import { EXHIBIT, FTS5 } from "./quality/contestants.ts";
import { cutIntoPassages } from "./quality/cut-passages.ts";
import { cutIntoSections } from "./quality/cut-sections.ts";
import { findEvalSets, loadEvalSet } from "./quality/eval-set.ts";
import { formatPassMarks, formatSummaries } from "./quality/format-quality.ts";
import { type Entry, type JudgedSet, judgeSet } from "./quality/judge.ts";
import { judgePassMarks } from "./quality/pass-marks.ts";
import { type JudgedSessions, judgeSessions } from "./quality/sessions/judge-sessions.ts";
import {
  formatSessions,
  judgeSessionMarks,
  type SessionMark,
} from "./quality/sessions/session-marks.ts";
import { findSessionSets, loadSessionSet } from "./quality/sessions/session-set.ts";
import { STEP_CONTESTANTS } from "./quality/step-contestants.ts";
import { type PartSummary, summarizePart } from "./quality/summarize.ts";
import { PROJECT_FOLDER, readCircumstances, saveReceipt } from "./receipt.ts";
import { loadShippedProgram } from "./shipped-program.ts";

// Judges the ranking against public question sets, FTS5 beside it in the same run. See bench/README.md.

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    set: { type: "string", multiple: true },
    steps: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    receipt: { type: "string" },
  },
});
if (options.data === undefined) {
  console.error("Name the folder of question sets: npm run bench:quality -- --data <folder>");
  process.exit(2);
}

// Baseline and program over the same passages: the protocol's sections, and the passages that the program ships.
const CUTS = [
  { name: "sections", cut: cutIntoSections },
  { name: "passages", cut: cutIntoPassages },
];
const contestants = [FTS5, ...(options.steps ? STEP_CONTESTANTS : []), EXHIBIT];
const entries: Entry[] = CUTS.flatMap((cut) =>
  contestants.map((contestant) => ({ cut, contestant })),
);
const names = entries.map(({ cut, contestant }, place) => ({
  name: `${contestant.name}/${cut.name}`,
  baseline: place - (place % contestants.length),
}));
const judged: JudgedSet[] = [];
for (const folder of findEvalSets(options.data)) {
  const set = loadEvalSet(folder);
  if (options.set === undefined || options.set.includes(set.name)) {
    judged.push(await judgeSet(set, entries));
  }
}
const sessions: SessionOutcome[] = [];
for (const folder of findSessionSets(options.data)) {
  const set = loadSessionSet(folder);
  if (options.set === undefined || options.set.includes(set.name)) {
    const outcome = await judgeSessions(await loadShippedProgram(PROJECT_FOLDER), set);
    sessions.push({ ...outcome, passMarks: judgeSessionMarks(outcome) });
  }
}
if (judged.length + sessions.length === 0) {
  console.error(
    `No question set (a folder with questions.jsonl, or with questions.json and sessions) was found in ${options.data}.`,
  );
  process.exit(2);
}

const parts = judged.length === 0 ? [] : (["all", "choose", "report"] as const);
const summaries: PartSummary[] = parts.flatMap((part) => [
  ...judged.map((set) => summarizePart([set], part, names)),
  summarizePart(judged, part, names),
]);
const passMarks = judgePassMarks(judged, names);
const receipt = {
  bench: "quality",
  circumstances: readCircumstances(new Date()),
  entries: names,
  passMarks,
  summaries,
  // By question: nDCG@10 of each entry, to four digits; the other measures are in the summaries.
  sets: judged.map(({ questions, ...set }) => ({
    ...set,
    ndcg10: Object.fromEntries(
      questions.map(({ id, measures }) => [
        id,
        measures.map(({ ndcg10 }) => ndcg10.toFixed(4)).join(" "),
      ]),
    ),
  })),
  sessions,
};
if (options.json) console.log(JSON.stringify(receipt));
else {
  if (judged.length > 0) {
    console.log(`${formatSummaries(summaries)}\n\n${formatPassMarks(passMarks)}`);
  }
  for (const outcome of sessions) console.log(`\n${formatSessions(outcome, outcome.passMarks)}`);
}
if (options.receipt !== undefined) {
  console.error(`Receipt: ${saveReceipt(options.receipt, receipt)}`);
}

/** A set of sessions judged, and how it stands against its marks. */
interface SessionOutcome extends JudgedSessions {
  readonly passMarks: readonly SessionMark[];
}
