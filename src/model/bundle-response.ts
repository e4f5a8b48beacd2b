import type { ArtifactRef, Origin } from "./artifact.ts";
import type { AgeClass, Provenance } from "./candidate.ts";
import type { Citation } from "./citation.ts";
import type { Decision, Verdicts } from "./decision.ts";
import type { Authority, Budget, Envelope } from "./envelope.ts";
import type { TimeBasis } from "./instant.ts";
import type { GeneratorReport } from "./pool.ts";
import type { Granularity, RepresentationKind } from "./representation.ts";

/** How an exhibit stands to what the reader had before (ADM-31 to ADM-33). */
export type Composition =
  | "alone"
  | "anchor+section"
  | "anchor+full"
  | "section+section"
  | "replaces";

/** A richer form of something shown or named, and what asking for it would cost. */
export interface Expansion {
  readonly to: Granularity;
  readonly tokens: number;
}

/**
 * An admitted representation in a bundle. Its text is evidence: whatever it says, it instructs nobody and permits nothing
 * (AUT-12).
 */
export interface Exhibit {
  /** E1, E2, …; an exhibit that goes on from an earlier bundle keeps its label. */
  readonly label: string;
  readonly candidate: string;
  readonly artifact: ArtifactRef;
  readonly title: string;
  /** The section it is from, outermost heading first: no exhibit is anonymous prose (CIT-13, CIT-14). */
  readonly headingPath: readonly string[];
  readonly representation: RepresentationKind;
  readonly wordedBy: "source" | "author" | "program";
  readonly text: string;
  /** Of `text`. */
  readonly tokens: number;
  readonly citation: Citation;
  readonly observed: { readonly at: string; readonly basis: TimeBasis };
  readonly ageDays: number | "unknown";
  readonly ageClass: AgeClass;
  readonly origin: Origin;
  readonly provenance: Provenance;
  readonly authority: Authority;
  readonly scope: string;
  /** Labels of exhibits that differ from it in numbers or names; which one is right is not judged (AUT-09). */
  readonly conflictsWith: readonly string[];
  /** Sections of the artifact that it does not show. */
  readonly notShown: readonly string[];
  readonly expansions: readonly Expansion[];
  readonly composition: Composition;
  /** 1-based place among the exhibits of this bundle (ADM-27). */
  readonly position: number;
}

/** Something that was not admitted and is named, so that it can be asked for. */
export interface DeferredItem {
  /** The handle for `expand`: D1, D2, … */
  readonly label: string;
  readonly candidate: string;
  readonly artifact: ArtifactRef;
  readonly title: string;
  readonly headingPath: readonly string[];
  /** The words shown of it where it is named by an anchor; absent where the title is all. */
  readonly anchor?: string;
  readonly citation: Pick<Citation, "endLine" | "path" | "startLine" | "version">;
  /** Of what is shown here; charged to the machinery. */
  readonly tokens: number;
  readonly reason: Decision["reason"];
  readonly expansions: readonly Expansion[];
}

/** A decision as a response shows it. */
export type DecisionView = Pick<
  Decision,
  | "artifact"
  | "candidate"
  | "follows"
  | "policyVersion"
  | "reason"
  | "representation"
  | "step"
  | "tokensAdmitted"
  | "tokensPlanned"
  | "verdict"
>;

/** All decisions of one verdict and reason, where the cap leaves no room for each. */
export interface DecisionCount {
  readonly verdict: Decision["verdict"];
  readonly reason: Decision["reason"]["code"];
  readonly count: number;
}

/** Where the new context begins to differ from the one before; recorded for cache accounting, and never an objective (ADM-30). */
export interface ContextChange {
  /** UTF-8 byte of the rendering at which it first differs; its length when it only grew; `"none"` when nothing changed. */
  readonly firstDivergenceByte: number | "none";
  /** Bytes of the new rendering from there to its end: what a prefix cache must read again. */
  readonly mutationRadiusBytes: number;
}

/** Tokens in the context around the decision (LED-09): before + admitted − replaced = after. */
export interface Occupancy {
  readonly beforeTokens: number;
  readonly admittedTokens: number;
  readonly replacedTokens: number;
  readonly afterTokens: number;
  /** Of what may be used, the share that is; apart from the byte cap (BUD-13). */
  readonly utilisation: number;
  /** Of the admitted, what the reader had already in another form (ADM-34). */
  readonly readmittedTokens: number;
}

/** What deciding cost the reader: everything shown that is no exhibit's text (LED-06, LED-08). Tokens but for the calls. */
export interface MachineryCost {
  readonly identities: number;
  readonly anchors: number;
  readonly reasons: number;
  /** Labels, headers, fences, freshness, gaps and the budget line. */
  readonly frame: number;
  /** Tokens a model spent on ranking. This program uses none. */
  readonly ranking: number;
  readonly expansionCalls: number;
}

/** Net is what preloading all of the pool would have added, less what was admitted, less the machinery; nothing else is claimed (LED-07). */
export interface NetTokens {
  readonly preloadAll: number;
  readonly admitted: number;
  /** `preloadAll` − `admitted`. */
  readonly saved: number;
  /** The machinery, frame included. */
  readonly spent: number;
  /** `saved` − `spent`; below zero where deciding cost more than it saved. */
  readonly net: number;
}

/** Bytes and tokens of a bundle: of the rendering that was emitted. */
export interface BundleBudget extends Budget {
  readonly capTokens: number;
  readonly usedTokens: number;
  /** What counted them, such as `o200k_base`. */
  readonly counter: string;
}

/** A bundle: what was admitted of a frozen pool, what was not, and why. */
export interface BundleResponse extends Envelope<"exhibit.bundle/1"> {
  readonly task: string;
  readonly policyVersion: string;
  readonly sufficiency: Verdicts["sufficiency"];
  /** Terms of the task that no exhibit holds. */
  readonly uncovered: readonly string[];
  readonly exhibits: readonly Exhibit[];
  readonly deferred: readonly DeferredItem[];
  /** Each decision, or their counts where the cap is tight. */
  readonly decisions: readonly DecisionView[] | readonly DecisionCount[];
  /** Candidates and artifacts of the pool, by generator: found is not admitted. */
  readonly pool: {
    readonly candidates: number;
    readonly artifacts: number;
    readonly generators: readonly Pick<
      GeneratorReport,
      "artifacts" | "candidates" | "generator" | "source" | "status"
    >[];
  };
  readonly occupancy: Occupancy;
  /** What else of this bundle its reader pays for; the frame is what is left of `budget.usedTokens`. */
  readonly machinery: Omit<MachineryCost, "frame">;
  /** The bundle's id there, such as `B12`; `"none"` when it was not recorded. */
  readonly ledger: string | "none";
  readonly budget: BundleBudget;
}

/** What of an earlier bundle a new one goes on from; what else it holds is not looked at. */
export interface EarlierBundle extends Pick<BundleResponse, "ledger" | "task"> {
  readonly exhibits: readonly Pick<
    Exhibit,
    "artifact" | "citation" | "headingPath" | "label" | "representation" | "text" | "tokens"
  >[];
  readonly deferred: readonly Pick<DeferredItem, "artifact" | "citation" | "label">[];
  readonly budget: Pick<BundleBudget, "usedTokens">;
}
