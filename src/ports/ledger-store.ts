import type { ArtifactRef } from "../model/artifact.ts";
import type {
  BundleRecord,
  Helpful,
  LedgerEntry,
  OutcomeRecord,
  UseRecord,
} from "../model/ledger-record.ts";
import type { LedgerLine } from "../model/ledger-response.ts";

/** Which bundles lose their words. */
export interface BundleSelection {
  /** Those that name one of these. */
  readonly artifacts: readonly ArtifactRef[];
  /** And these, by id; one that is not there, or has no words any more, is none. */
  readonly bundles: readonly string[];
}

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
  /** Gives out the next id, for a bundle that states its own id; no two processes get the same, and one that is not used is a hole. */
  reserve(): Promise<string>;
  /**
   * Keeps a bundle for good, under an id that was reserved; candidates are written before decisions in the same transaction.
   * Refuses (`pool_invalid`) an id that was not reserved or is taken, and a bundle that contradicts itself: parts that are not all
   * bytes of its rendering (LED-08), a decision of no candidate (CAN-13), or of another artifact than its candidate's (CAN-14).
   * Where an entry was forgotten while the bundle was made, its words are not kept.
   */
  append(record: BundleRecord): Promise<void>;
  /**
   * Keeps what an answer made of a bundle. Refuses (`bundle_unknown`) for one that is not there. Where the answer was an entry and
   * was forgotten meanwhile, nothing is kept; where it is forgotten later, the bundle loses its words with it.
   */
  recordUse(use: UseRecord): Promise<void>;
  /** Keeps how its task ended, beside what was said of it before; refuses as `recordUse` does. */
  recordOutcome(outcome: OutcomeRecord): Promise<void>;
  /** Only a remove/restore ablation calls this. */
  recordHelpful(bundle: string, label: string, helpful: Helpful): Promise<void>;
  /** Newest first; `before` goes on behind a bundle. */
  list(page: { readonly limit: number; readonly before?: string }): Promise<readonly LedgerLine[]>;
  /** How many bundles it holds. */
  count(): Promise<number>;
  /** Returns everything about a bundle. Refuses (`store_corrupt`) when its rows are not those that were written. */
  read(id: string): Promise<LedgerEntry | "unknown">;
  /** The id of the newest bundle. */
  newest(): Promise<string | "none">;
  /** Versions that a bundle gave its reader a citation of: what no store may prune without saying so. */
  citedVersions(): Promise<readonly { readonly artifact: ArtifactRef; readonly version: string }[]>;
  /** How many bundles `forget` would take the words from. */
  countSelected(selection: BundleSelection): Promise<number>;
  /**
   * Removes every text of these bundles for good, and leaves hashes, numbers and a tombstone; the file and its log hold no byte of
   * a text when this returns. Given nothing it only sees to that, for a call that was interrupted. Refuses with `store_busy`.
   */
  forget(selection: BundleSelection, at: string): Promise<LedgerForgotten>;
  /** Bytes on disk, those of the observations beside it included; 0 where there is none. */
  sizes(): Promise<{ readonly databaseBytes: number; readonly walBytes: number }>;
  /** Reads every row; what does not check out, worst first. */
  check(): Promise<readonly string[]>;
  /** Ends the connection, if there was one. */
  close(): Promise<void>;
}
