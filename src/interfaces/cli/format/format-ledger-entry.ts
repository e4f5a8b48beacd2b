import type { BundleDimensions } from "../../../model/bundle-dimensions.ts";
import type { BundleRecord, LedgerEntry } from "../../../model/ledger-record.ts";
import type { LedgerShowResponse } from "../../../model/ledger-response.ts";
import { NEED_LABELS } from "../../../model/token-split.ts";
import { padColumns } from "../display-width.ts";
import type { View } from "../view.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatDecision, formatDeferred, formatExhibit } from "./format-recorded.ts";
import { formatCount, formatNumber, formatTime } from "./quantity.ts";

const LABEL_COLUMNS = 14;

/** One labeled fact of a bundle. */
type Row = readonly [label: string, text: string];

/**
 * Returns one bundle with everything that led to it and what became of it: found, decided, given, paid, used. The rendering
 * stands at the end, as its reader was given it.
 */
export function formatLedgerEntry(response: LedgerShowResponse, view: View): string {
  const { entry } = response;
  const { record } = entry;
  const indent = " ".repeat(LABEL_COLUMNS);
  const rows = (list: readonly Row[]): string[] =>
    list.flatMap(([label, text]) => say(padColumns(label, LABEL_COLUMNS) + text, view, indent));
  const under = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", view.paint.strong(title), ...lines];
  const told = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => say(`  ${line}`, view, "    "));
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(`${record.id} · ${formatTime(record.at)} · ${record.policyVersion}`, view).map(
      view.paint.strong,
    ),
    ...rows(describeTask(record)),
    ...under("Found", told(listGenerators(record))),
    ...under("Decided", told(record.decisions.map(formatDecision))),
    ...under("Given", told([...record.exhibits.map(formatExhibit), ...listSources(response)])),
    ...under("Named only", told(record.deferred.map(formatDeferred))),
    ...under("Paid", rows(describeCost(response))),
    ...under("What became of it", rows(describeSequels(entry))),
    ...under(
      "Rendering",
      record.rendering.split("\n").flatMap((line) => say(line, view)),
    ),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function describeTask(record: BundleRecord): readonly Row[] {
  const { task, sufficiency, uncovered, expansion, previous } = record;
  const from = previous === "none" ? "nothing: the first of its kind" : previous;
  const how =
    expansion === "none"
      ? ""
      : `; ${expansion.label} to ${expansion.to}, because ${expansion.because}`;
  return [
    ["task", task.text],
    ["searched for", task.query],
    ["project", task.scope],
    ["session", record.session],
    ["generation", record.generation],
    ["goes on from", from + how],
    [
      "evidence",
      `${sufficiency.judgement}: ${show(sufficiency.evidence)} of ${show(sufficiency.required)} required`,
    ],
    ["not covered", uncovered.length === 0 ? "nothing" : uncovered.join(", ")],
  ];
}

function listGenerators({ generators }: BundleRecord): readonly string[] {
  return generators.map((report) => {
    const { generator, source, status, candidates, artifacts, passages, ceiling, terms } = report;
    const found = `${formatCount(candidates, "candidate")} of ${formatCount(artifacts, "artifact")}, among ${formatCount(passages, "passage")}`;
    const words = terms.map((term) => `${term.written} (${term.form}) in ${term.passages}`);
    const asked = words.length === 0 ? "" : `; terms: ${words.join(", ")}`;
    return `${generator} in ${source}, ${status}: ${found}; ceiling ${show(ceiling)}${asked}`;
  });
}

/** Two sections of one artifact are one source, and shown that way (LED-10). */
function listSources({ sources }: LedgerShowResponse): readonly string[] {
  return sources
    .filter(({ labels }) => labels.length > 1)
    .map(
      ({ artifact, labels, tokens }) =>
        `${labels.join(" and ")} are one source: ${artifact}, ${formatCount(tokens, "token")}`,
    );
}

function describeCost(response: LedgerShowResponse): readonly Row[] {
  const { dimensions, sum, split, entry } = response;
  const { record } = entry;
  const { occupancy, change, machinery, net, cost, tookMs, counter, form, tokensBy } = record;
  const granularities = Object.entries(tokensBy).map(([name, tokens]) => `${name} ${tokens}`);
  const parts = record.parts.map(
    ({ part, label, bytes, tokens }) =>
      `${label === "none" ? part : `${part} ${label}`} ${bytes} B/${tokens}`,
  );
  const divergence =
    change.firstDivergenceByte === "none" ? "none" : `byte ${change.firstDivergenceByte}`;
  return [
    [
      "emitted",
      `${formatNumber(record.bytes)} bytes, ${formatCount(record.tokens, "token")} by ${counter}, as ${form}, sha256 ${record.renderingSha256.slice(0, 16)}`,
    ],
    [
      "sum check",
      `${sum.holds ? "holds" : "DOES NOT HOLD"}: parts have ${formatNumber(sum.partBytes)} of ${formatNumber(sum.bytes)} bytes, ${formatNumber(sum.partTokens)} of ${formatNumber(sum.tokens)} tokens`,
    ],
    ["parts", parts.join(", ")],
    ["admitted", granularities.length === 0 ? "nothing" : granularities.join(", ")],
    ["by need", NEED_LABELS.map((need) => `${need} ${split[need]}`).join(", ")],
    [
      "context",
      `${occupancy.beforeTokens} before + ${occupancy.admittedTokens} admitted - ${occupancy.replacedTokens} replaced = ${occupancy.afterTokens}; ${occupancy.readmittedTokens} of it known before; ${Math.round(occupancy.utilisation * 100)} % of what may be used`,
    ],
    ["position", describeShift(dimensions.position)],
    [
      "cache",
      `first divergence ${divergence}, ${formatNumber(change.mutationRadiusBytes)} bytes after it`,
    ],
    [
      "machinery",
      `identities ${machinery.identities}, anchors ${machinery.anchors}, reasons ${machinery.reasons}, frame ${machinery.frame}, ranking ${machinery.ranking}; expansion calls ${machinery.expansionCalls}`,
    ],
    [
      "net",
      `${net.net} = ${net.saved} saved (${net.preloadAll} preloaded - ${net.admitted} admitted) - ${net.spent} spent`,
    ],
    ["cost", cost === "unknown" ? cost : `${cost.amount} ${cost.currency} by ${cost.priceTable}`],
    [
      "took",
      `gather ${tookMs.gather} ms, decide ${tookMs.decide} ms, assemble ${tookMs.assemble} ms`,
    ],
  ];
}

/** Against the bundle that this one goes on from. */
function describeShift(shift: BundleDimensions["position"]): string {
  if (shift === "none") return "nothing to compare with";
  const { tokens, moved } = shift;
  const more = `${tokens < 0 ? "" : "+"}${formatNumber(tokens)} tokens of exhibits`;
  const places = moved.map(
    ({ label, positionBefore, position, tokensAhead }) =>
      `${label} from ${positionBefore} to ${position}, ${tokensAhead} more tokens before it`,
  );
  return [more, ...(places.length === 0 ? ["nothing that both show moved"] : places)].join("; ");
}

function describeSequels({ uses, outcomes, helpful }: LedgerEntry): readonly Row[] {
  const judged = Object.entries(helpful).map(([label, judgement]) =>
    judgement === "unknown"
      ? `${label} unknown`
      : `${label} ${judgement.material ? "material" : "not material"} by ${judgement.ablation}`,
  );
  return [
    ...uses.flatMap((use): readonly Row[] => [
      [
        "answer",
        `${formatTime(use.at)}, from a ${use.from}, sha256 ${use.answerSha256.slice(0, 16)}`,
      ],
      ...use.used.map(
        ({ label, by, line, quote }): Row => ["used", `${label} by ${by}, line ${line}: ${quote}`],
      ),
      ...(use.unused.length === 0 ? [] : [["unused", use.unused.join(", ")] as const]),
      ...use.uncitedSentences.map(
        ({ line, text }): Row => ["cites nothing", `line ${line}: ${text}`],
      ),
      ...use.unknownCitations.map(({ line, text }): Row => ["no such", `line ${line}: ${text}`]),
    ]),
    ...(uses.length === 0 ? [["used", "unknown: no answer was looked at"] as const] : []),
    ...outcomes.map(
      ({ at, outcome, note }): Row => [
        "outcome",
        `${outcome}, ${formatTime(at)}${note === "none" ? "" : `: ${note}`}`,
      ],
    ),
    ...(outcomes.length === 0 ? [["outcome", "unknown"] as const] : []),
    ["helpful", judged.length === 0 ? "unknown: no ablation was made" : judged.join(", ")],
  ];
}

function show(value: number | "unavailable"): string {
  return value === "unavailable" ? value : String(Math.round(value * 1_000) / 1_000);
}
