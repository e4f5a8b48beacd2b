import type { Interval } from "../quality/bootstrap.ts";
import { formatTable } from "../table.ts";
import type { AdmissionMark } from "./admission-marks.ts";
import { needless } from "./outcome.ts";
import type { AdmissionReport, RecallRow, SetSize } from "./report-admission.ts";
import type { PartSummary, PolicySummary } from "./summarize-outcomes.ts";

/** Formats a run for people: tables, then the pass marks, one line each. */
export function formatReport(report: AdmissionReport): string {
  const { sizes, summaries, atEqualRecall, abstention, chosen, gateTimes, marks } = report;
  return [
    "Pools frozen at the top 20. Candidate misses are the generator's, and no policy is charged with them.",
    formatSizes(sizes),
    "Policies as they ship, without a cap. Tokens a question: of whole sections; of what enters, by label; of what is named.",
    ...["all", "report"].map((part) =>
      formatSummaries(summaries.filter((summary) => summary.part === part)),
    ),
    "Needless tokens at equal recall: thresholds swept set by set, sufficiency not asked for; ratios in the geometric mean over sets.",
    ...(["all", "report"] as const).map((part) =>
      formatComparisons(atEqualRecall.filter((row) => row.part === part)),
    ),
    "Abstention: chance that an answerable question stands above one of the kind.",
    formatTable(
      ["set", "kind", "n", "AUROC of S", "of s1n", "below S at 5 % lost", "gate admits nothing"],
      abstention.map((row) => [
        row.set,
        row.kind,
        String(row.questions),
        row.auroc.gate.toFixed(3),
        row.auroc.ceilingShare.toFixed(3),
        row.rejectedAtFivePercent.toFixed(3),
        row.abstained.toFixed(3),
      ]),
    ),
    "Constants that the choosing halves give.",
    formatTable(
      ["gate", "theta", "weak below", "lean", "wide"],
      chosen.map(({ family, theta, weakBelow, lean, wide }) => [
        family,
        theta.toFixed(4),
        weakBelow.toFixed(4),
        lean.toFixed(4),
        wide.toFixed(4),
      ]),
    ),
    ...gateTimes.map(
      ({ policy, pools, first, again }) =>
        `${policy}: ${first.p50.toFixed(2)} ms a pool of twenty (95 of 100: ${first.p95.toFixed(2)}), the same again ${again.p50.toFixed(2)} (${again.p95.toFixed(2)}), over ${pools} pools.`,
    ),
    marks.map(formatMark).join("\n"),
  ].join("\n\n");
}

function formatSizes(sizes: readonly SetSize[]): string {
  return formatTable(
    ["set", "questions", "nothing in pool", "required in pools", "outside", "unanswerable"],
    sizes.map((size) => [
      size.name,
      String(size.measured),
      String(size.missed),
      String(size.requiredInPools),
      String(size.requiredOutside),
      Object.entries(size.unanswerable)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(", "),
    ]),
  );
}

function formatSummaries(summaries: readonly PartSummary[]): string {
  const head = [
    "set",
    "n",
    "policy",
    "recall",
    "precision",
    "items",
    "whole",
    "required",
    "distractor",
    "trap",
    "irrelevant",
    "named",
    "worst: needless",
    "recall against top-3",
    "needless against top-3",
  ];
  return formatTable(
    head,
    summaries.flatMap((summary) =>
      summary.policies.map((policy, place) => [
        place === 0 ? labelOf(summary) : "",
        place === 0 ? String(summary.questions) : "",
        ...formatPolicy(policy),
      ]),
    ),
  );
}

function formatPolicy(summary: PolicySummary): string[] {
  const { policy, recall, precision, admitted, whole, entered, named, worst, gain } = summary;
  return [
    policy,
    recall.toFixed(3),
    Number.isNaN(precision) ? "none" : precision.toFixed(3),
    admitted.toFixed(1),
    (whole.required + needless(whole)).toFixed(0),
    entered.required.toFixed(0),
    entered.distractor.toFixed(0),
    entered.trap.toFixed(0),
    entered.irrelevant.toFixed(0),
    named.toFixed(0),
    `${worst.recall.toFixed(2)}: ${worst.needless.toFixed(0)}`,
    gain === "baseline" ? "" : formatInterval(gain.recall, 3),
    gain === "baseline" ? "" : formatInterval(gain.needless, 0),
  ];
}

function formatComparisons(rows: readonly RecallRow[]): string {
  const sets = Object.keys(rows[0]?.bySet ?? {});
  return formatTable(
    ["questions", "at top-", "tokens", "family", "against", "ratio", "95 %", ...sets],
    rows.map((row) => [
      row.part,
      String(row.k),
      row.size === "whole" ? "whole sections" : "as spans",
      row.family,
      row.against,
      row.ratio.toFixed(3),
      `${row.low.toFixed(3)} to ${row.high.toFixed(3)}`,
      ...sets.map((set) => (row.bySet[set] ?? Number.NaN).toFixed(2)),
    ]),
  );
}

function formatMark({ claim, value, atMost, passed }: AdmissionMark): string {
  if (value === "not_evaluated") return `not evaluated: ${claim}`;
  return `${passed ? "passed" : "MISSED"}: ${claim}: ${value.toFixed(3)}, at most ${atMost}`;
}

function formatInterval({ mean, low, high }: Interval, digits: number): string {
  return `${signed(mean, digits)} (${signed(low, digits)} to ${signed(high, digits)})`;
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(digits)}`;
}

function labelOf({ sets, part }: PartSummary): string {
  const [first, ...others] = sets;
  const name = others.length === 0 ? first : `mean of ${sets.length}`;
  return `${name}, ${part}`;
}
