import type { BundleResponse, DeferredItem, Exhibit } from "../../model/bundle-response.ts";
import { placeOf } from "../../model/citation-text.ts";
import type { ReasonCode } from "../../model/decision.ts";
import type { Freshness } from "../../model/freshness.ts";
import type { Gap } from "../../model/gap.ts";
import { plainLine } from "./plain-line.ts";

/** A whole number as people read it. */
export function formatNumber(value: number): string {
  return value.toLocaleString("en-US");
}

/** `docs/a.md:12-18@0123456789abcdef`: what `open` and `verify` read. */
export function citedPlace(cited: Pick<DeferredItem, "citation">): string {
  return plainLine(`${placeOf(cited.citation)}@${cited.citation.version}`, 400);
}

/** Where in its artifact something stands: headings, or the title above the first. */
export function sectionOf({ headingPath, title }: Pick<Exhibit, "headingPath" | "title">): string {
  return plainLine(headingPath.length === 0 ? title : headingPath.join(" > "));
}

/** The date that an exhibit's source declares, its basis and its age; unknown is said. */
export function datedOf({ observed, ageDays, ageClass }: Exhibit): string {
  if (observed.at === "unknown") return "date unknown";
  const age =
    ageDays === "unknown"
      ? "age unknown"
      : `${formatNumber(ageDays)} ${ageDays === 1 ? "day" : "days"} old`;
  const late = ageClass === "outdated" ? ", outdated" : "";
  return `${observed.basis} ${observed.at.slice(0, 10)}, ${age}${late}`;
}

/** The three freshness answers in one line, never merged (FRE-05). */
export function freshnessLine({ projection, sources, live }: Freshness): string {
  const dates =
    sources.oldestObservedAt === "unknown"
      ? "no dated exhibit"
      : `oldest observation ${sources.oldestObservedAt.slice(0, 10)}, ${sources.ageDays} days${sources.stale === true ? ", stale" : ""}`;
  const undated = sources.unknownDates === 0 ? "" : `, ${sources.unknownDates} of unknown date`;
  return `index ${projection.state.replace("_", " ")} (generation ${projection.generation}); ${dates}${undated}; live ${live.verified ? "verified" : "not verified"}`;
}

/** Why a bundle shows nothing, as a clause. */
export function emptinessOf({
  decisions,
  sufficiency,
}: Pick<BundleResponse, "decisions" | "sufficiency">): string {
  if (countOf("already_resident", decisions) > 0) return "the reader has it already";
  const { judgement } = sufficiency;
  if (judgement === "not_evaluated") return "the policy weighs no evidence";
  return `the evidence is ${judgement}`;
}

/** What a policy of one's own decided against its contract, as a clause, or `"none"`. */
export function refusedDecisions({
  decisions,
  ledger,
}: Pick<BundleResponse, "decisions" | "ledger">): string | "none" {
  const count = countOf("invalid_decision", decisions);
  if (count === 0) return "none";
  const where = ledger === "none" ? "a ledger would say how" : `"ledger show ${ledger}" says how`;
  return `${formatNumber(count)} ${count === 1 ? "decision" : "decisions"} against the contract of policies; ${where}`;
}

function countOf(code: ReasonCode, decisions: BundleResponse["decisions"]): number {
  return decisions.reduce((sum, each) => {
    if ("count" in each) return each.reason === code ? sum + each.count : sum;
    return each.reason.code === code ? sum + 1 : sum;
  }, 0);
}

/** A gap as one item of a line: its code with what it is about. */
export function gapItem({ code, subject, detail, count }: Gap): string {
  const about = subject === undefined ? "" : ` ${plainLine(subject)}`;
  const many = count === undefined ? "" : ` (${count})`;
  const why = detail === undefined ? "" : `: ${plainLine(detail)}`;
  return `${code}${about}${many}${why}`;
}

/** Sources that were asked and did not answer in full, each with its reason. */
export function silentSources({
  completeness,
}: Pick<BundleResponse, "completeness">): readonly string[] {
  return completeness.sources
    .filter(({ status }) => status !== "ok" && status !== "not_asked")
    .map(
      ({ name, status, reason }) =>
        `${name} ${status}${reason === undefined ? "" : `: ${plainLine(reason)}`}`,
    );
}
