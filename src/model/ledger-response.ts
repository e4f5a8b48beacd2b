import type { ArtifactRef } from "./artifact.ts";
import type { BundleDimensions } from "./bundle-dimensions.ts";
import type { Envelope } from "./envelope.ts";
import type { FailureReport, Wandering } from "./failure.ts";
import type { LedgerEntry, OutcomeRecord, UseRecord } from "./ledger-record.ts";
import type { TokenSplit } from "./token-split.ts";

/** One bundle in a list. */
export interface LedgerLine {
  readonly id: string;
  readonly at: string;
  readonly task: string;
  readonly policyVersion: string;
  /** The four claims apart (ADM-01): offered, admitted, seen to be used, shown to help. */
  readonly candidates: number;
  readonly admitted: number;
  /** Artifacts that the admitted are of: two sections of one are one source (LED-10). */
  readonly sources: number;
  /** `"unknown"` where no answer was looked at. */
  readonly used: number | "unknown";
  /** Exhibits that an ablation showed to be material; `"unknown"` where none was made. */
  readonly helpful: number | "unknown";
  readonly outcome: OutcomeRecord["outcome"] | "unknown";
  readonly bytes: number;
  readonly tokens: number;
  /** Saved less spent, in tokens; below zero where deciding cost more than it saved (LED-07). */
  readonly net: number;
}

/** The listed bundles together. Their sum stands beside the worst of them, so that it can hide none (LED-05). */
export interface LedgerSummary {
  readonly tokens: number;
  readonly net: number;
  /** The bundle with the lowest net, the newest of several; `"none"` when none is listed. */
  readonly worst: Pick<LedgerLine, "id" | "net" | "tokens"> | "none";
}

/** What the ledger holds, newest first. */
export interface LedgerListResponse extends Envelope<"exhibit.ledger/1"> {
  readonly bundles: readonly LedgerLine[];
  readonly bundleCount: number;
  readonly summary: LedgerSummary;
}

/** An artifact of which something was admitted, and as which exhibits. */
export interface AdmittedSource {
  readonly artifact: ArtifactRef;
  /** Of its exhibits, in their order: more than one is one source admitted more than once (ADM-33). */
  readonly labels: readonly string[];
  readonly tokens: number;
}

/** One bundle with everything that led to it and what became of it. */
export interface LedgerShowResponse extends Envelope<"exhibit.ledger-entry/1"> {
  readonly entry: LedgerEntry;
  readonly sources: readonly AdmittedSource[];
  /** By what the exhibits were to the task, which a bundle of everyday work never has a label for (LED-02). */
  readonly split: TokenSplit;
  /** What may come of it, each by its own measure and never added up (ADM-21). */
  readonly dimensions: BundleDimensions;
  /** Whether the parts on record are all bytes and tokens that were emitted (LED-08). */
  readonly sum: {
    readonly holds: boolean;
    readonly partBytes: number;
    readonly bytes: number;
    readonly partTokens: number;
    readonly tokens: number;
  };
}

/** What an answer made of a bundle. */
export interface UsedResponse extends Envelope<"exhibit.used/1"> {
  /** Where the cap is tight, evidence and sentences beyond the first are left out and counted in `budget.dropped`. */
  readonly use: UseRecord;
  /** Of the bundles that this one goes on from, which are part of what the reader had; the newest first. */
  readonly earlier: readonly {
    readonly bundle: string;
    readonly used: readonly string[];
    readonly unused: readonly string[];
  }[];
}

/** The outcome as it was recorded. */
export interface OutcomeResponse extends Envelope<"exhibit.outcome/1"> {
  readonly outcome: OutcomeRecord;
}

/** Which stage failed, for something that the task needed. */
export interface WhyResponse extends Envelope<"exhibit.why/1"> {
  readonly bundle: string;
  readonly failure: FailureReport;
  /** Of the bundles that go on from one another, this one among them. */
  readonly wandering: Wandering;
}
