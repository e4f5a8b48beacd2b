import type { ArtifactRef } from "./artifact.ts";
import type { RepresentationKind } from "./representation.ts";

/** Something the reader has already: an exhibit of the bundle that this one goes on from. */
export interface ResidentExhibit {
  /** E1, E2, … as the earlier bundle has it. */
  readonly label: string;
  readonly artifact: ArtifactRef;
  /** First 16 hex digits, as citations have it. */
  readonly version: string;
  readonly headingPath: readonly string[];
  readonly representation: RepresentationKind;
  readonly lines: { readonly startLine: number; readonly endLine: number } | "none";
  readonly text: string;
  readonly tokens: number;
}

/** What is in the context before anything is decided; empty for a first bundle (ADM-19). */
export interface Resident {
  /** The ledger's id of that bundle; `"none"` when there is none or it was not recorded. */
  readonly bundle: string | "none";
  readonly exhibits: readonly ResidentExhibit[];
  /** Of the whole earlier rendering. */
  readonly tokens: number;
}

/** Nothing is there yet. */
export const NOTHING_RESIDENT: Resident = { bundle: "none", exhibits: [], tokens: 0 };
