import type { ArtifactRef, StoreName } from "./artifact.ts";
import type { EntryKind } from "./entry.ts";
import type { Envelope } from "./envelope.ts";
import type { Instant } from "./instant.ts";

/** What forgetting removed, or would remove. It repeats no word of any text: whoever reads this may not be whom it was kept from. */
export interface ForgetResponse extends Envelope<"exhibit.forget/1"> {
  /** `preview`: nothing was removed. */
  readonly outcome: "preview" | "forgotten";
  /** Over all stores, shown or not. */
  readonly entryCount: number;
  readonly textBytes: number;
  /** Live checks of what is forgotten; their evidence goes with them. */
  readonly observationCount: number;
  /** Bundles of the ledger that name what is forgotten; they lose every word and keep their numbers. */
  readonly bundleCount: number;
  /** Each store that was asked. */
  readonly stores: readonly ForgottenInStore[];
  /** By store, in the order of references; those that do not fit the cap are counted in `budget.dropped`. */
  readonly entries: readonly ForgottenEntry[];
  /** Entries beyond the retention that are kept because a note or a bundle cites them, or a live check names them. */
  readonly keptCount: number;
  /** References asked for that no store holds: never kept, or forgotten before. */
  readonly notHeldCount: number;
}

/** What a selection comes to in one store. */
export interface ForgottenInStore {
  readonly name: StoreName;
  readonly entryCount: number;
  readonly textBytes: number;
  /** References that stay forgotten, those of this call included. */
  readonly tombstoneCount: number;
}

/** One entry of a selection, by what is not its text. */
export interface ForgottenEntry {
  readonly artifact: ArtifactRef;
  readonly kind: EntryKind;
  readonly time: Pick<Instant, "at" | "basis">;
  readonly byteLength: number;
}
