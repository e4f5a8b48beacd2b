import type { Candidate } from "../../src/model/candidate.ts";
import { LABELS, type Label, type LabelledPool, labelOf } from "./labelled-pool.ts";

/** A text of a pool, however many of its candidates are the same bytes. */
export interface DistinctText {
  /** The first of them. */
  readonly candidate: Candidate;
  /** Places in the pool of all of them. */
  readonly places: readonly number[];
  /** What any of them is: the same bytes answer wherever they stand. */
  readonly label: Label;
}

/** Groups the candidates of a pool by the bytes they are: a copy adds nothing, and who admits one has admitted all. */
export function distinctTexts(labelled: LabelledPool): readonly DistinctText[] {
  const groups = new Map<string, { candidate: Candidate; places: number[] }>();
  labelled.pool.candidates.forEach((candidate, place) => {
    const first = candidate.duplicateOf === "none" ? candidate.id : candidate.duplicateOf;
    const group = groups.get(first) ?? { candidate, places: [] };
    group.places.push(place);
    groups.set(first, group);
  });
  return [...groups.values()].map(({ candidate, places }) => {
    const labels = places.map((place) =>
      labelOf(labelled, labelled.pool.candidates[place]?.id ?? ""),
    );
    const label = LABELS.find((each) => labels.includes(each)) ?? "irrelevant";
    return { candidate, places, label };
  });
}
