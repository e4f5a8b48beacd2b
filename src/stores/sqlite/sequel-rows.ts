import type { Helpful, LedgerEntry, OutcomeRecord, UseRecord } from "../../model/ledger-record.ts";
import { toHelpful } from "../bundle-line.ts";
import { takeTexts } from "../bundle-texts.ts";
import { isForgotten, withTexts } from "./bundle-rows.ts";
import type { Connection } from "./connection.ts";
import { openBlob, sealBlob } from "./sealed-blob.ts";

/** What became of a bundle, by kind. */
export type Sequel =
  | { readonly kind: "use"; readonly value: UseRecord }
  | { readonly kind: "outcome"; readonly value: OutcomeRecord }
  | {
      readonly kind: "helpful";
      readonly value: { readonly label: string; readonly helpful: Helpful };
    };

/**
 * Keeps what became of a bundle, within the transaction of the caller. Of a forgotten one no word is kept, and of an answer that
 * was forgotten nothing at all.
 */
export function appendSequel(ledger: Connection, bundle: number, sequel: Sequel): void {
  const { kind, value } = sequel;
  const answer = kind === "use" ? (value.answer ?? "none") : "none";
  if (answer !== "none" && isForgotten(ledger, answer)) return;
  const { facts, texts } = takeTexts<unknown>(value);
  const row = ledger.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'sequels'");
  const id = (row?.seq ?? 0) + 1;
  ledger.run(
    "INSERT INTO sequels (id, bundle_id, kind, facts) VALUES (?, ?, ?, ?)",
    id,
    bundle,
    kind,
    sealBlob(facts, nameOf(id, bundle, kind)),
  );
  if (answer !== "none") {
    ledger.run(
      "INSERT INTO sequel_artifacts (sequel_id, bundle_id, artifact) VALUES (?, ?, ?)",
      id,
      bundle,
      answer,
    );
  }
  const forgotten = ledger.get("SELECT 1 FROM forgotten_bundles WHERE bundle_id = ?", bundle);
  if (forgotten !== undefined) return;
  ledger.run(
    "INSERT INTO sequel_texts (sequel_id, bundle_id, texts) VALUES (?, ?, ?)",
    id,
    bundle,
    sealBlob(texts, `texts of ${nameOf(id, bundle, kind)}`),
  );
}

interface SequelRow {
  readonly id: number;
  readonly kind: string;
  readonly facts: unknown;
  readonly texts: unknown;
  readonly forgotten_at: unknown;
}

/** Returns all that became of a bundle, in the order in which it was recorded. */
export function readSequels(ledger: Connection, bundle: number): Omit<LedgerEntry, "record"> {
  const rows = ledger.all<SequelRow>(
    `SELECT id, kind, facts, texts, forgotten_at FROM sequels
     LEFT JOIN sequel_texts ON sequel_texts.sequel_id = id
     LEFT JOIN forgotten_bundles ON forgotten_bundles.bundle_id = sequels.bundle_id
     WHERE sequels.bundle_id = ? ORDER BY id`,
    bundle,
  );
  const of = <T>(kind: Sequel["kind"]): T[] =>
    rows.filter((row) => row.kind === kind).map((row) => fromRow<T>(ledger.path, bundle, row));
  return {
    uses: of<UseRecord>("use"),
    outcomes: of<OutcomeRecord>("outcome"),
    helpful: toHelpful(of<{ label: string; helpful: Helpful }>("helpful")),
  };
}

function fromRow<T>(path: string, bundle: number, row: SequelRow): T {
  const what = nameOf(row.id, bundle, row.kind);
  const facts = openBlob<T>(path, row.facts, what);
  return withTexts(path, facts, { what, texts: row.texts, forgotten: row.forgotten_at !== null });
}

function nameOf(id: number, bundle: number, kind: string): string {
  return `${kind} ${id} of B${bundle}`;
}
