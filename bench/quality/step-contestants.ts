import { type Contestant, exhibitWith } from "./contestants.ts";

const same = (text: string): string => text;

/** The program with one step taken away or left at, to see what the step buys. */
export const STEP_CONTESTANTS: readonly Contestant[] = [
  exhibitWith({
    name: "exhibit, FTS5's formula",
    ranker: "reference",
    order: "final",
    rewrite: same,
  }),
  exhibitWith({ name: "exhibit, plain words", ranker: "exact", order: "final", rewrite: same }),
  exhibitWith({ name: "exhibit, stage one", ranker: "lexical", order: "stage-one", rewrite: same }),
  exhibitWith({
    name: "exhibit, no identifiers",
    ranker: "lexical",
    order: "final",
    rewrite: hideIdentifiers,
  }),
];

/** Lowercases and puts spaces where identifiers join, so that only their parts at joiners are left. */
export function hideIdentifiers(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])[_.:-]+(?=[\p{L}\p{N}])/gu, " ").toLowerCase();
}
