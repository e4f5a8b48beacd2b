import type { DeferredItem, Exhibit } from "../../model/bundle-response.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Decision, Verdicts } from "../../model/decision.ts";
import type { Pool } from "../../model/pool.ts";
import type { Offer } from "../../model/representation.ts";
import type { Resident } from "../../model/resident.ts";
import { type LabelState, NO_LABELS } from "./assign-labels.ts";
import { findOffer } from "./find-offer.ts";
import { enters, lastDecisions } from "./last-decisions.ts";
import { toDeferred } from "./to-deferred.ts";
import { composeWith, type LoadedOffer, residentOf, toExhibit } from "./to-exhibit.ts";

/** Text of an offer that the pool holds back, as it was read when it was needed. */
export type LoadedText = Pick<Offer, "bytes" | "text" | "tokens">;

export interface LayoutRequest {
  readonly pool: Pool;
  readonly verdicts: Verdicts;
  readonly resident: Resident;
  /** Labels given before, in this chain of bundles. */
  readonly given?: LabelState;
  /** The label that a candidate keeps, for one that goes on from an earlier bundle. */
  readonly keeps?: ReadonlyMap<string, string>;
  /** Loaded texts by candidate, for offers that are deferred. */
  readonly loaded?: ReadonlyMap<string, LoadedText>;
}

/** What a bundle shows, before it is written down. */
export interface Layout {
  /** In the order of the pool, whatever the order of the decisions (ADM-25). */
  readonly exhibits: readonly Exhibit[];
  readonly deferred: readonly DeferredItem[];
  /** With the tokens that really entered. */
  readonly decisions: readonly Decision[];
}

/**
 * Turns decisions into exhibits and named items. An exhibit whose text was never loaded does not enter: a bundle shows what it
 * has, and nothing stands for it.
 */
export function layOut(request: LayoutRequest): Layout {
  const { pool, verdicts } = request;
  const last = lastDecisions(verdicts.decisions);
  const entering = pool.candidates.flatMap((candidate) => {
    const decision = last.get(candidate.id);
    const offer = decision === undefined ? "none" : loadOffer(candidate, decision, request);
    return decision === undefined || offer === "none" ? [] : [{ candidate, decision, offer }];
  });
  const labels = labelAll(
    entering.map(({ candidate }) => candidate.id),
    request,
  );
  const labelOf = (id: string): string => labels.get(id) ?? "";
  const exhibits = entering.map(({ candidate, decision, offer }, index) => {
    const label = labelOf(candidate.id);
    const before = entering
      .slice(0, index)
      .filter((each) => each.candidate.artifact === candidate.artifact)
      .map((each) => ({ label: labelOf(each.candidate.id), representation: each.offer }));
    const held = [...residentOf(candidate, request.resident), ...before];
    return toExhibit(candidate, offer, {
      label,
      position: index + 1,
      conflictsWith: decision.conflictsWith
        .filter((id) => labels.has(id))
        .map(labelOf)
        .sort(),
      composition: composeWith(offer.granularity, held, label),
    });
  });
  const tokens = new Map(entering.map(({ candidate, offer }) => [candidate.id, offer.tokens]));
  return {
    exhibits,
    deferred: nameDeferred(request, last),
    decisions: verdicts.decisions.map((decision) => ({
      ...decision,
      tokensAdmitted:
        last.get(decision.candidate) === decision ? (tokens.get(decision.candidate) ?? 0) : 0,
    })),
  };
}

function loadOffer(
  candidate: Candidate,
  decision: Decision,
  { loaded }: LayoutRequest,
): LoadedOffer | "none" {
  if (!enters(decision) || decision.representation === "none") return "none";
  const offer = findOffer(candidate, decision.representation);
  if (offer === "none") return "none";
  if (offer.text !== "deferred") return offer;
  const text = loaded?.get(candidate.id);
  return text === undefined ? "none" : { ...offer, ...text };
}

function labelAll(
  ids: readonly string[],
  { keeps, given = NO_LABELS }: LayoutRequest,
): ReadonlyMap<string, string> {
  let next = given.exhibits;
  return new Map(ids.map((id) => [id, keeps?.get(id) ?? `E${++next}`]));
}

function nameDeferred(
  { pool, given = NO_LABELS }: LayoutRequest,
  last: ReadonlyMap<string, Decision>,
): readonly DeferredItem[] {
  let next = given.deferred;
  return pool.candidates.flatMap((candidate) => {
    const decision = last.get(candidate.id);
    if (decision?.verdict !== "defer" || decision.representation === "none") return [];
    const offer = findOffer(candidate, decision.representation);
    return [toDeferred(candidate, decision, { label: `D${++next}`, offer })];
  });
}
