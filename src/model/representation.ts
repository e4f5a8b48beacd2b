import type { Citation } from "./citation.ts";

/** How much of an artifact a representation covers, from nothing but a handle to all of it (GRA-01, GRA-04). */
export type Granularity = "identifier" | "identity" | "anchor" | "span" | "section" | "full";

/** Every granularity, the least first. */
export const GRANULARITIES: readonly Granularity[] = [
  "identifier",
  "identity",
  "anchor",
  "span",
  "section",
  "full",
];

/**
 * How detailed it is, whatever it covers (GRA-03). `exact`: the source's own bytes. `extracted`: typed fields, each with its
 * source lines. `described`: fewer words than the source has, by its author or by rule.
 */
export type Fidelity = "described" | "extracted" | "exact";

/** The two axes, never one number: a described whole and an exact span differ on both (GRA-05, GRA-14). */
export interface RepresentationKind {
  readonly granularity: Granularity;
  readonly fidelity: Fidelity;
}

/** A form in which a candidate can enter a bundle, and what that would cost. */
export interface Offer extends RepresentationKind {
  /** Of `text`; by the counter that the pool names. An estimate where `text` is `"deferred"`. */
  readonly tokens: number;
  /** UTF-8 bytes of `text`; of the artifact's where that is `"deferred"`. */
  readonly bytes: number;
  /** `"deferred"`: not loaded until it is admitted, as for a whole file of which the pool holds a section. */
  readonly text: string | "deferred";
  /** Who worded it: the source itself, its author in front matter, or a rule of this program. */
  readonly wordedBy: "source" | "author" | "program";
  /** The lines it is exactly, or is drawn from; `"none"` where it stands for the whole artifact. */
  readonly lines: { readonly startLine: number; readonly endLine: number } | "none";
  /** Of exactly `text` where that is exact, else of the lines it is drawn from: it verifies by itself. */
  readonly citation: Citation;
  /** Share of the artifact's lines that it covers, 0 to 1. */
  readonly coverage: number;
  /** Sections of the artifact that it does not show, in order: that there is more is never hidden (DIS-21). */
  readonly notShown: readonly string[];
}

/** One field of a typed extraction, with the lines it was read from so that it can be checked (GRA-11). */
export interface ExtractedField {
  readonly name: string;
  readonly value: string;
  readonly lines: { readonly startLine: number; readonly endLine: number };
}

/** What a section states as fields of a known type; every value stands in the source word for word. */
export interface TypedExtraction {
  /** What the fields are of: `definition`, `settings`, `signature`, `table`. */
  readonly type: string;
  readonly fields: readonly ExtractedField[];
  readonly artifact: string;
  readonly citation: Pick<Citation, "endLine" | "startLine" | "version">;
}
