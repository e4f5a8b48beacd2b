import type { Envelope } from "./envelope.ts";
import type { FailureReport, Wandering } from "./failure.ts";
import type { LedgerEntry, OutcomeRecord, UseRecord } from "./ledger-record.ts";

/** One bundle in a list. */
export interface LedgerLine {
  readonly id: string;
  readonly at: string;
  readonly task: string;
  readonly policyVersion: string;
  /** The four claims apart (ADM-01): offered, admitted, seen to be used, shown to help. */
  readonly candidates: number;
  readonly admitted: number;
  /** `"unknown"` where no answer was looked at. */
  readonly used: number | "unknown";
  /** Exhibits that an ablation showed to be material; `"unknown"` where none was made. */
  readonly helpful: number | "unknown";
  readonly outcome: OutcomeRecord["outcome"] | "unknown";
  readonly bytes: number;
  readonly tokens: number;
}

/** What the ledger holds, newest first. */
export interface LedgerListResponse extends Envelope<"exhibit.ledger/1"> {
  readonly bundles: readonly LedgerLine[];
  readonly bundleCount: number;
}

/** One bundle with everything that led to it and what became of it. */
export interface LedgerShowResponse extends Envelope<"exhibit.ledger-entry/1"> {
  readonly entry: LedgerEntry;
  /** Whether the parts on record are all bytes and tokens that were emitted (LED-08). */
  readonly sum: {
    readonly holds: boolean;
    readonly partBytes: number;
    readonly bytes: number;
  };
}

/** What an answer made of a bundle. */
export interface UsedResponse extends Envelope<"exhibit.used/1"> {
  readonly use: UseRecord;
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
