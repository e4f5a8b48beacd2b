import { basename } from "node:path";
import { parseArgs } from "node:util";
import { formatReport } from "./admission/format-admission.ts";
import { freezeSet } from "./admission/freeze-set.ts";
import { judgeSet, type SetJudgement } from "./admission/judge-set.ts";
import type { LabelledPool } from "./admission/labelled-pool.ts";
import { readPools, writePools } from "./admission/pool-files.ts";
import { toReceipt } from "./admission/receipt-rows.ts";
import { reportAdmission } from "./admission/report-admission.ts";
import { openO200kCounter } from "./plugged-admission.ts";
import { findEvalSets, loadEvalSet } from "./quality/eval-set.ts";
import { readCircumstances, saveReceipt } from "./receipt.ts";

// Judges what policies admit from frozen pools of public question sets, or from pools of one's own. See bench/README.md.

/** Sets of prose with sections or spans as gold: what the gate's constants are chosen on. */
const SETS = ["mtrag-cloud", "ramdocs", "chunking-eval", "claude-docs"];

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    set: { type: "string", multiple: true },
    pool: { type: "string" },
    labels: { type: "string" },
    freeze: { type: "string" },
    json: { type: "boolean", default: false },
    receipt: { type: "string" },
  },
});
const judged = options.pool === undefined ? await judgeData() : await judgeOwn(options.pool);
const report = reportAdmission(judged);
const receipt = {
  bench: "admission",
  circumstances: readCircumstances(new Date()),
  ...toReceipt(report, judged),
};
console.log(options.json ? JSON.stringify(receipt) : formatReport(report));
if (options.receipt !== undefined) {
  console.error(`Receipt: ${saveReceipt(options.receipt, receipt)}`);
}

async function judgeData(): Promise<SetJudgement[]> {
  if (options.data === undefined) {
    fail(
      "Name the folder of question sets: npm run bench:admission -- --data <folder>, or pools of your own: --pool <file> --labels <file>",
    );
  }
  const wanted = options.set ?? SETS;
  const sets = findEvalSets(options.data).map(loadEvalSet);
  const chosen = sets.filter(({ name }) => wanted.includes(name));
  const asked = chosen.length > 0 || options.set !== undefined ? chosen : sets;
  if (asked.length === 0) fail(`No question set was found in ${options.data}.`);
  const counter = await openO200kCounter();
  const judgements: SetJudgement[] = [];
  for (const set of asked) {
    const others = asked.filter((other) => other !== set);
    const pools = freezeSet(set, { counter, others });
    if (options.freeze === undefined) judgements.push(await judgeSet(set.name, pools));
    else {
      const frozen: LabelledPool[] = [];
      for await (const pool of pools) frozen.push(pool);
      writePools(options.freeze, set.name, frozen);
      judgements.push(await judgeSet(set.name, frozen));
    }
  }
  return judgements;
}

async function judgeOwn(pool: string): Promise<SetJudgement[]> {
  if (options.labels === undefined) fail("Name the file of labels, too: --labels <file>");
  const name = basename(pool).replace(/(\.pools)?\.json$/, "");
  return [await judgeSet(name, readPools(name, pool, options.labels))];
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
