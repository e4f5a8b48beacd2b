import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findEvalSets, loadEvalSet } from "./quality/eval-set.ts";
import { formatPassMarks, formatSummaries } from "./quality/format-quality.ts";
import { type JudgedSet, judgeSet } from "./quality/judge.ts";
import { judgePassMarks } from "./quality/pass-marks.ts";
import { RANKERS } from "./quality/rankers.ts";
import { type PartSummary, summarizePart } from "./quality/summarize.ts";
import { readCircumstances, saveReceipt } from "./receipt.ts";

// Judges the ranking against public question sets, FTS5 beside it in the same run. See bench/README.md.

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    set: { type: "string", multiple: true },
    json: { type: "boolean", default: false },
    receipt: { type: "string" },
  },
});
if (options.data === undefined) {
  console.error("Name the folder of question sets: npm run bench:quality -- --data <folder>");
  process.exit(2);
}

const names = RANKERS.map((kind) => kind.name);
const judged: JudgedSet[] = [];
for (const folder of findEvalSets(options.data)) {
  const set = loadEvalSet(folder);
  if (options.set === undefined || options.set.includes(set.name)) {
    judged.push(await judgeSet(set, RANKERS));
  }
}
if (judged.length === 0) {
  console.error(`No question set (a folder with questions.jsonl) was found in ${options.data}.`);
  process.exit(2);
}

const summaries: PartSummary[] = (["all", "choose", "report"] as const).flatMap((part) => [
  ...judged.map((set) => summarizePart([set], part, names)),
  summarizePart(judged, part, names),
]);
const passMarks = judgePassMarks(judged, names);
const receipt = {
  bench: "quality",
  circumstances: readCircumstances(new Date()),
  rankers: names,
  passMarks,
  summaries,
  sets: judged,
};
if (options.json) console.log(JSON.stringify(receipt));
else console.log(`${formatSummaries(summaries)}\n\n${formatPassMarks(passMarks)}`);
if (options.receipt !== undefined) {
  // The bundle runs from bench/.data/built/.
  const bench = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  console.error(`Receipt: ${saveReceipt(bench, options.receipt, receipt)}`);
}
