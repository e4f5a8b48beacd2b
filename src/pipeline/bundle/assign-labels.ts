import type { ResidentExhibit } from "../../model/resident.ts";

/** Labels of a chain of bundles: a label once given names the same thing for ever. */
export interface LabelState {
  /** Highest number given so far. */
  readonly exhibits: number;
  readonly deferred: number;
}

/** No label was given yet. */
export const NO_LABELS: LabelState = { exhibits: 0, deferred: 0 };

/** Returns the number of a label such as `E12`, or `"none"` for what is no label of that letter. */
export function numberOfLabel(label: string, letter: "E" | "D"): number | "none" {
  const match = /^([ED])([1-9]\d{0,5})$/.exec(label);
  return match === null || match[1] !== letter ? "none" : Number(match[2]);
}

/** Returns the labels that a bundle has used up. */
export function labelsOf(
  resident: { readonly exhibits: readonly Pick<ResidentExhibit, "label">[] },
  deferred: readonly string[] = [],
): LabelState {
  const highest = (labels: readonly string[], letter: "E" | "D"): number =>
    labels.reduce((most, label) => {
      const number = numberOfLabel(label, letter);
      return number === "none" ? most : Math.max(most, number);
    }, 0);
  return {
    exhibits: highest(
      resident.exhibits.map(({ label }) => label),
      "E",
    ),
    deferred: highest(deferred, "D"),
  };
}
