import type { ArtifactRef } from "./artifact.ts";
import type { BundleForm } from "./bundle-options.ts";
import type {
  ContextChange,
  DeferredItem,
  Exhibit,
  MachineryCost,
  NetTokens,
  Occupancy,
} from "./bundle-response.ts";
import type { Candidate } from "./candidate.ts";
import type { Decision, Verdicts } from "./decision.ts";
import type { Pool } from "./pool.ts";
import type { Granularity } from "./representation.ts";

/** A candidate as the ledger keeps it: everything but its texts, which are found again by citation and hash. */
export interface RecordedCandidate extends Omit<Candidate, "offers"> {
  readonly offers: readonly {
    readonly granularity: Granularity;
    readonly fidelity: string;
    readonly tokens: number;
    readonly bytes: number;
    /** 64 hex digits; `"deferred"` where the text was never loaded. */
    readonly sha256: string | "deferred";
  }[];
}

/** One piece of what was emitted, and what it was for: the pieces of a rendering are all of its bytes (LED-08). */
export interface RenderedPart {
  readonly part: "exhibit" | "identity" | "anchor" | "reason" | "frame";
  /** E1, D2; `"none"` for a frame. */
  readonly label: string | "none";
  readonly bytes: number;
  readonly tokens: number;
}

/** A bundle as it was given to its reader, with everything that led to it. */
export interface BundleRecord {
  /** `B1`, `B2`, … in this ledger. */
  readonly id: string;
  /** ISO 8601, UTC: when it was made, by the engine's clock. */
  readonly at: string;
  readonly task: Pool["task"];
  readonly policyVersion: string;
  /** The session it was made for, as its agent names it. */
  readonly session: string | "unknown";
  readonly generation: string | "none";
  readonly counter: string;
  readonly generators: Pool["generators"];
  /** Recorded before any decision (CAN-13). */
  readonly candidates: readonly RecordedCandidate[];
  readonly decisions: readonly Decision[];
  readonly sufficiency: Verdicts["sufficiency"];
  readonly uncovered: readonly string[];
  readonly exhibits: readonly Exhibit[];
  readonly deferred: readonly DeferredItem[];
  readonly form: BundleForm;
  /** Exactly what was emitted; `"forgotten"` once any text in it was. */
  readonly rendering: string | "forgotten";
  readonly renderingSha256: string;
  readonly parts: readonly RenderedPart[];
  readonly bytes: number;
  readonly tokens: number;
  readonly tokensBy: Readonly<Partial<Record<Granularity, number>>>;
  readonly occupancy: Occupancy;
  readonly change: ContextChange;
  readonly machinery: MachineryCost;
  readonly net: NetTokens;
  /** Money is another dimension; `"unknown"` without a price table (LED-15). */
  readonly cost:
    | { readonly amount: number; readonly currency: string; readonly priceTable: string }
    | "unknown";
  /** How long gathering, deciding and laying out took; no part of any comparison (LED-14). */
  readonly tookMs: { readonly gather: number; readonly decide: number; readonly assemble: number };
  /** The bundle that this one goes on from. */
  readonly previous: string | "none";
  /** How it went on: who asked for which label, and why. */
  readonly expansion:
    | { readonly label: string; readonly to: Granularity; readonly because: string }
    | "none";
}

/** Evidence that an exhibit was used: its label or its words stand in the answer. Used is not helpful. */
export interface UseEvidence {
  readonly label: string;
  readonly by: "citation" | "quotation";
  /** What of the answer shows it. */
  readonly quote: string;
  /** 1-based, in the answer. */
  readonly line: number;
}

/** What an answer made of a bundle. */
export interface UseRecord {
  readonly bundle: string;
  readonly at: string;
  /** `file` somebody handed over, or the `transcript` in which the answer was found. */
  readonly from: "file" | "transcript";
  /** The entry that the answer is kept as, of which these words are; with it they are forgotten. Absent for a file. */
  readonly answer?: ArtifactRef;
  /** Of the answer's text, secrets taken out: the version of that entry. */
  readonly answerSha256: string;
  readonly used: readonly UseEvidence[];
  /** Exhibits of the bundle that nothing in the answer shows to be used. */
  readonly unused: readonly string[];
  /** Sentences that state something and cite nothing (FAI-12). */
  readonly uncitedSentences: readonly { readonly text: string; readonly line: number }[];
  /** Labels and places that the answer cites and the bundle does not have. */
  readonly unknownCitations: readonly { readonly text: string; readonly line: number }[];
}

/** How the task ended, by whoever says so. It shows nothing about any one exhibit. */
export interface OutcomeRecord {
  readonly bundle: string;
  readonly at: string;
  readonly outcome: "success" | "failure";
  readonly note: string | "none";
}

/** Set by a remove/restore ablation of the lab alone; never by use and never by an outcome (ADM-05). */
export type Helpful = "unknown" | { readonly material: boolean; readonly ablation: string };

/** Everything the ledger knows of one bundle. The four claims stay apart (ADM-01). */
export interface LedgerEntry {
  readonly record: BundleRecord;
  readonly uses: readonly UseRecord[];
  readonly outcomes: readonly OutcomeRecord[];
  readonly helpful: Readonly<Record<string, Helpful>>;
}
