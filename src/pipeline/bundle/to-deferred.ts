import type { DeferredItem } from "../../model/bundle-response.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Decision } from "../../model/decision.ts";
import type { Offer } from "../../model/representation.ts";
import { expansionsBeyond } from "./find-offer.ts";

/** Returns what was not admitted and is named all the same, with the handle that expands it. `tokens` are counted when it is laid out. */
export function toDeferred(
  candidate: Candidate,
  decision: Decision,
  shown: { readonly label: string; readonly offer: Offer | "none" },
): DeferredItem {
  const { label, offer } = shown;
  const granularity = offer === "none" ? "identifier" : offer.granularity;
  const { path, startLine, endLine, version } = candidate.citation;
  const isAnchor = offer !== "none" && granularity === "anchor" && offer.text !== "deferred";
  return {
    label,
    candidate: candidate.id,
    artifact: candidate.artifact,
    title: candidate.title,
    headingPath: candidate.headingPath,
    ...(isAnchor ? { anchor: offer.text } : {}),
    citation: { path, startLine, endLine, version },
    tokens: 0,
    reason: decision.reason,
    expansions: expansionsBeyond(candidate, { granularity, exactLines: "none" }),
  };
}
