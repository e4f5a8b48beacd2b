import type { BundleOptions, ExpandOptions } from "./bundle-options.ts";
import type { BundleResponse } from "./bundle-response.ts";
import type { CallOptions } from "./call-options.ts";
import type {
  LedgerListResponse,
  LedgerShowResponse,
  OutcomeResponse,
  UsedResponse,
  WhyResponse,
} from "./ledger-response.ts";

/** Which bundles to list. */
export interface LedgerOptions extends CallOptions {
  /** From 1 to 1,000, by default 20. */
  readonly limit?: number;
  /** Goes on behind this bundle. */
  readonly before?: string;
}

/** How a task ended. */
export interface OutcomeOptions extends CallOptions {
  readonly outcome: "success" | "failure";
  readonly note?: string;
}

/** What the task needed. */
export interface WhyOptions extends CallOptions {
  /** A path or `artifact://…`, with `#heading` or `#L3-L9` behind it where only a part is meant. */
  readonly needed: string;
}

/** The calls that decide what may enter a context, and that say what became of it. */
export interface AdmissionCalls {
  /** Finds candidates, decides about each, and lays the admitted ones out under hard caps; recorded unless told otherwise. */
  bundle(task: string, options?: BundleOptions): Promise<BundleResponse>;
  /** Shows more of what a bundle shows or names, with a reason on record. */
  expand(label: string, options: ExpandOptions): Promise<BundleResponse>;
  /** Lists recorded bundles, newest first. */
  ledger(options?: LedgerOptions): Promise<LedgerListResponse>;
  /** Returns one of them, whole. */
  ledgerEntry(bundle: string, options?: CallOptions): Promise<LedgerShowResponse>;
  /** Finds which exhibits of a bundle (`newest`: the last one) an answer cites or quotes, and records it. Nothing about help follows from it. */
  used(bundle: string, answer: string, options?: CallOptions): Promise<UsedResponse>;
  /** Records how the task ended. Nothing about use or help follows from it. */
  outcome(bundle: string, options: OutcomeOptions): Promise<OutcomeResponse>;
  /** Says which stage failed for something that the task needed, with the records that prove it. `newest` is the last bundle. */
  why(bundle: string, options: WhyOptions): Promise<WhyResponse>;
}
