import type { ArtifactRef } from "../model/artifact.ts";
import type {
  BundleRecord,
  Helpful,
  LedgerEntry,
  OutcomeRecord,
  UseRecord,
} from "../model/ledger-record.ts";
import type { LedgerLine } from "../model/ledger-response.ts";

/** A bundle that has no id yet. */
export type NewBundle = Omit<BundleRecord, "id">;

/** What forgetting took out of the ledger. */
export interface LedgerForgotten {
  /** Bundles that lost text. They keep their hashes, their numbers and a tombstone. */
  readonly bundles: number;
}

/**
 * Remembers bundles and what became of them: append-only but for `forget`, irreplaceable, one short transaction a call. It is
 * kept beside the observations in `ledger.db` and fails by itself.
 */
export interface LedgerStore {
  /**
   * Keeps a bundle for good and returns its id; candidates are written before decisions in the same transaction. A rendering
   * that states its own id is composed once the id is known, while the ledger is locked: `compose` may wait for nothing. What it
   * throws is thrown here, and nothing is kept. Refuses (`pool_invalid`) a bundle that contradicts itself: parts that are not all
   * bytes of its rendering (LED-08), a decision of no candidate (CAN-13), or of another artifact than its candidate's (CAN-14).
   */
  append(record: NewBundle | ((id: string) => NewBundle)): Promise<string>;
  /** Refuses (`bundle_unknown`) for a bundle that is not there. */
  recordUse(use: UseRecord): Promise<void>;
  recordOutcome(outcome: OutcomeRecord): Promise<void>;
  /** Only a remove/restore ablation calls this. */
  recordHelpful(bundle: string, label: string, helpful: Helpful): Promise<void>;
  /** Newest first; `before` goes on behind a bundle. */
  list(page: { readonly limit: number; readonly before?: string }): Promise<readonly LedgerLine[]>;
  /** How many bundles it holds. */
  count(): Promise<number>;
  read(id: string): Promise<LedgerEntry | "unknown">;
  /** The id of the newest bundle. */
  newest(): Promise<string | "none">;
  /** Versions that a bundle gave its reader a citation of: what no store may prune without saying so. */
  citedVersions(): Promise<readonly { readonly artifact: ArtifactRef; readonly version: string }[]>;
  /** Removes every text that came from these artifacts, and leaves a hash and a tombstone. Refuses with `store_busy`. */
  forget(artifacts: readonly ArtifactRef[], at: string): Promise<LedgerForgotten>;
  /** Reads every row; what does not check out, worst first. */
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}
