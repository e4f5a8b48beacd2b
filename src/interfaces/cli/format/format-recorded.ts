import type { DeferredItem, Exhibit } from "../../../model/bundle-response.ts";
import { placeOf } from "../../../model/citation-text.ts";
import type { Decision, Reason } from "../../../model/decision.ts";
import { formatAge } from "./format-age.ts";
import { formatState } from "./format-place.ts";
import { formatCount } from "./quantity.ts";

/** Returns one step of the log: what, in which form, why, and at what cost. */
export function formatDecision(decision: Decision): string {
  const { step, candidate, artifact, verdict, representation, follows } = decision;
  const as =
    representation === "none"
      ? ""
      : ` as ${representation.granularity}, ${representation.fidelity}`;
  const after = follows === "none" ? "" : `, after ${follows}`;
  const tokens = `${decision.tokensPlanned} planned, ${decision.tokensAdmitted} admitted`;
  return `${step}. ${candidate} ${artifact}: ${verdict}${as}${after}; ${formatReasonCode(decision.reason)}; tokens ${tokens}`;
}

/** Returns a reason as data: its code, and what it is about. */
export function formatReasonCode(reason: Reason): string {
  const { code, with: other, missing = [], because, detail } = reason;
  return [
    code,
    ...(other === undefined ? [] : [`with ${other}`]),
    ...(missing.length === 0 ? [] : [`missing ${missing.join(", ")}`]),
    ...(because === undefined ? [] : [because]),
    ...(detail === undefined ? [] : [detail]),
  ].join(", ");
}

/** Returns what was shown, by everything but its text, which stands in the rendering. */
export function formatExhibit(exhibit: Exhibit): string {
  const { label, position, candidate, artifact, citation, representation, tokens } = exhibit;
  const { authority, conflictsWith, expansions, notShown } = exhibit;
  const state = formatState(citation);
  return [
    `${label} (place ${position}, ${candidate}) ${artifact}: ${placeOf(citation)} @${citation.version}, excerpt ${citation.excerptSha256}`,
    titleOf(exhibit),
    `${representation.granularity}, ${representation.fidelity}, worded by ${exhibit.wordedBy}, ${exhibit.composition}`,
    `${formatCount(tokens, "token")}, ${formatCount(exhibit.text.length, "character")}`,
    ...(state === "" ? [] : [state]),
    `${formatAge(exhibit)}, ${exhibit.ageClass}`,
    `${exhibit.origin} ${exhibit.provenance} of ${exhibit.scope}, ${authority.kind}`,
    ...(conflictsWith.length === 0 ? [] : [`differs from ${conflictsWith.join(", ")}`]),
    ...(notShown.length === 0 ? [] : [`not shown: ${notShown.join(", ")}`]),
    ...listExpansions(expansions),
  ].join("; ");
}

/** Returns what was named, and could be asked for. */
export function formatDeferred(item: DeferredItem): string {
  const { label, candidate, artifact, anchor, citation, reason, tokens, expansions } = item;
  return [
    `${label} (${candidate}) ${artifact}: ${placeOf(citation)} @${citation.version}`,
    titleOf(item),
    ...(anchor === undefined ? [] : [anchor]),
    `${formatReasonCode(reason)}; ${formatCount(tokens, "token")}`,
    ...listExpansions(expansions),
  ].join("; ");
}

/** A title is often the first heading, and is said once. */
function titleOf({ title, headingPath }: Pick<Exhibit, "headingPath" | "title">): string {
  return (headingPath[0] === title ? headingPath : [title, ...headingPath]).join(" › ");
}

function listExpansions(expansions: Exhibit["expansions"]): readonly string[] {
  if (expansions.length === 0) return [];
  const ways = expansions.map(({ to, tokens }) => `${to} for ${formatCount(tokens, "token")}`);
  return [`expands to ${ways.join(", ")}`];
}
