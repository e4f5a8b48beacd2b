import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { ArtifactRef } from "../../../src/model/artifact.ts";
import { openSqliteLedgerStore } from "../../../src/stores/sqlite/sqlite-ledger-store.ts";
import { openSqliteObservationLog } from "../../../src/stores/sqlite/sqlite-observation-log.ts";
import { aBundle, recordBundle, sha256 } from "../../builders/a-bundle.ts";
import { anOlderLedger, formatOfLedger } from "../../builders/an-older-ledger.ts";
import { findInFolder } from "../../builders/find-in-folder.ts";
import { describeLedgerStore } from "../../contracts/ledger-store.ts";
import { aDataFolder } from "./data-folder.ts";

const NOW = "2026-12-01T00:00:00.000Z";
const OBSERVATION = {
  artifact: "artifact://files/a.md",
  version: sha256("a"),
  at: "2026-10-15T08:00:00Z",
  evidence: "https://tracker.example/7",
  expires: "2026-10-22T08:00:00Z",
  recordedAt: "2026-10-15T08:00:05Z",
} as const;

describeLedgerStore("the ledger on disk", async () =>
  openSqliteLedgerStore({ folder: aDataFolder() }),
);

const naming = (artifact: ArtifactRef) => ({ artifacts: [artifact], bundles: [] });

function sql(folder: string, ...statements: readonly string[]): void {
  const db = new DatabaseSync(join(folder, "ledger.db"));
  for (const statement of statements) db.exec(statement);
  db.close();
}

/** The stored texts of two bundles and of the answer that was looked at for the first, in this order. */
function packedTexts(folder: string): readonly Uint8Array[] {
  const db = new DatabaseSync(join(folder, "ledger.db"), { readOnly: true });
  const rows = ["bundle_texts", "sequel_texts"].flatMap((table) =>
    db.prepare(`SELECT texts FROM ${table} ORDER BY bundle_id`).all(),
  ) as { texts: Uint8Array }[];
  db.close();
  return rows.map(({ texts }) => texts);
}

/** Whether any file of a folder holds these bytes, or most of them in one piece. */
function holdsAny(folder: string, blobs: readonly Uint8Array[]): readonly boolean[] {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return blobs.map((blob) =>
    files.some((bytes) => bytes.includes(Buffer.from(blob.subarray(0, 200)))),
  );
}

describe("the ledger file", () => {
  it("creates nothing before the first bundle", async () => {
    const folder = aDataFolder();
    const ledger = openSqliteLedgerStore({ folder });
    expect(await ledger.list({ limit: 20 })).toEqual([]);
    expect([await ledger.read("B1"), await ledger.check()]).toEqual(["unknown", []]);
    expect(await ledger.forget(naming("artifact://files/a.md"), NOW)).toEqual({ bundles: 0 });
    const outcome = { bundle: "B1", at: NOW, outcome: "success", note: "none" } as const;
    await expect(ledger.recordOutcome(outcome)).rejects.toMatchObject({ code: "bundle_unknown" });
    expect(readdirSync(folder)).toEqual([]);
    await ledger.close();
  });

  it("is the one that keeps observations, and each finds its own again", async () => {
    const folder = aDataFolder();
    const [ledger, log] = [openSqliteLedgerStore({ folder }), openSqliteObservationLog(folder)];
    await log.append(OBSERVATION);
    await recordBundle(ledger, aBundle());
    await log.append(OBSERVATION);
    await log.forget([], NOW);
    await recordBundle(ledger, aBundle());
    expect(await log.list([OBSERVATION.artifact])).toHaveLength(2);
    expect([await ledger.count(), await ledger.check(), await log.check()]).toEqual([2, [], 2]);
    await log.close();
    await ledger.close();
  });

  it.each([1, 2])(
    "of format %i is read as holding no bundle, and becomes format 3 with the first, its copy kept",
    async (format) => {
      const folder = aDataFolder();
      anOlderLedger(folder, format, [OBSERVATION]);
      const ledger = openSqliteLedgerStore({ folder });
      expect([await ledger.count(), await ledger.read("B1")]).toEqual([0, "unknown"]);
      expect(formatOfLedger(folder)).toBe(format);
      expect(await recordBundle(ledger, aBundle())).toBe("B1");
      expect(formatOfLedger(folder)).toBe(3);
      expect(readdirSync(folder)).toContain("ledger.db.before-v3");
      const log = openSqliteObservationLog(folder);
      expect(await log.list([OBSERVATION.artifact])).toEqual([OBSERVATION]);
      await log.append(OBSERVATION);
      // The first start that finds the migrated file sound removes the copy.
      expect(readdirSync(folder)).not.toContain("ledger.db.before-v3");
      await log.close();
      await ledger.close();
    },
  );

  it("lets nobody edit, lose or bring back a row, not even by SQL", async () => {
    const folder = aDataFolder();
    const ledger = openSqliteLedgerStore({ folder });
    await recordBundle(ledger, aBundle());
    await recordBundle(ledger, aBundle({ task: "another" }));
    await ledger.recordOutcome({ bundle: "B1", at: NOW, outcome: "success", note: "well" });
    const db = new DatabaseSync(join(folder, "ledger.db"));
    for (const table of [
      ...["bundles", "named_artifacts", "bundle_artifacts", "bundle_candidates"],
      ...["reserved_bundles", "bundle_decisions", "sequels"],
      ...["bundle_texts", "sequel_texts"],
    ]) {
      expect(() => db.exec(`DELETE FROM ${table}`), table).toThrow("append-only");
    }
    for (const change of [
      "UPDATE bundles SET facts = x'00'",
      "UPDATE bundle_texts SET texts = x'00'",
      "UPDATE bundle_artifacts SET is_cited = 0",
      "UPDATE bundle_candidates SET score = 1",
      "UPDATE bundle_decisions SET verdict = 'admit'",
      "UPDATE sequels SET kind = 'use'",
      "UPDATE sequel_texts SET texts = x'00'",
    ]) {
      expect(() => db.exec(change), change).toThrow("append-only");
    }
    db.close();
    await ledger.forget(naming("artifact://files/docs/owners.md"), NOW);
    const after = new DatabaseSync(join(folder, "ledger.db"));
    expect(after.prepare("SELECT * FROM forgotten_bundles").all()).toEqual(
      [1, 2].map((id) => ({
        bundle_id: id,
        artifact_sha256: sha256("artifact://files/docs/owners.md"),
        forgotten_at: NOW,
      })),
    );
    for (const change of [
      "DELETE FROM forgotten_bundles",
      "UPDATE forgotten_bundles SET forgotten_at = ''",
    ]) {
      expect(() => after.exec(change), change).toThrow("append-only");
    }
    expect(() => after.exec("INSERT INTO bundle_texts VALUES (1, x'00')")).toThrow("forgotten");
    after.close();
    await ledger.close();
  });

  it("keeps a decision from standing without its candidate, and a candidate without its artifact (CAN-14)", async () => {
    const folder = aDataFolder();
    const ledger = openSqliteLedgerStore({ folder });
    await recordBundle(ledger, aBundle());
    const strict = "PRAGMA foreign_keys = ON";
    for (const orphan of [
      "INSERT INTO bundle_decisions VALUES (1, 9, 'c9', 'admit')",
      "INSERT INTO bundle_candidates VALUES (1, 'c9', 1, x'00', 'timeline', 'unavailable')",
      "INSERT INTO bundle_artifacts VALUES (1, 9, x'00', 1)",
      "INSERT INTO bundle_texts VALUES (9, x'00')",
    ]) {
      expect(() => sql(folder, strict, orphan), orphan).toThrow("FOREIGN KEY");
    }
    sql(
      folder,
      "PRAGMA foreign_keys = OFF",
      "INSERT INTO bundle_decisions VALUES (1, 9, 'c9', 'admit')",
    );
    expect(await ledger.check()).toEqual([
      "a row of bundle_decisions belongs to nothing",
      "B1: its rows of candidates and decisions are not those it was recorded with",
    ]);
    await ledger.close();
  });

  it("forgets without leaving a byte of it in any file, row, free page or log", async () => {
    const folder = aDataFolder();
    const ledger = openSqliteLedgerStore({ folder });
    const canary = { artifact: "artifact://sessions/77", text: "qzxquagmires live here" } as const;
    await recordBundle(ledger, aBundle({ task: "of qzxquagmires", exhibits: [canary] }));
    await recordBundle(ledger, aBundle({ task: "of owners" }));
    const words = { text: "qzxquagmires", line: 1 };
    await ledger.recordUse({
      bundle: "B1",
      at: NOW,
      from: "file",
      answerSha256: sha256("x"),
      used: [{ label: "E1", by: "quotation", quote: "qzxquagmires live", line: 1 }],
      unused: [],
      uncitedSentences: [words],
      unknownCitations: [words],
    });
    expect(findInFolder(folder, "quagmire")).toEqual(
      expect.arrayContaining(["ledger.db bundle_texts", "ledger.db sequel_texts"]),
    );
    expect(findInFolder(folder, "quagmire")).not.toContain("ledger.db bundles");
    // Packed words say nothing to a search for the word: the very bytes that were stored must be gone.
    const stored = packedTexts(folder);
    expect(stored).toHaveLength(3);
    expect(holdsAny(folder, stored)).toEqual([true, true, true]);
    await ledger.forget(naming(canary.artifact), NOW);
    expect(holdsAny(folder, stored)).toEqual([false, true, false]);
    expect(findInFolder(folder, "quagmire")).toEqual([]);
    expect(await ledger.read("B2")).toMatchObject({ record: { task: { text: "of owners" } } });
    await ledger.close();
    expect(findInFolder(folder, "quagmire")).toEqual([]);
  });

  it("refuses to forget while another process reads, and finishes when asked again", async () => {
    const folder = aDataFolder();
    const ledger = openSqliteLedgerStore({ folder });
    await recordBundle(ledger, aBundle({ task: "of qzxquagmires" }));
    const reader = new DatabaseSync(join(folder, "ledger.db"), { readOnly: true });
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM bundles").get();
    const artifacts = naming("artifact://files/docs/owners.md");
    await expect(ledger.forget(artifacts, NOW)).rejects.toMatchObject({ code: "store_busy" });
    reader.exec("COMMIT");
    reader.close();
    await ledger.forget(artifacts, NOW);
    expect(findInFolder(folder, "quagmire")).toEqual([]);
    await ledger.close();
  });

  it("names a row that is damaged and still gives the others back", async () => {
    const folder = aDataFolder();
    const ledger = openSqliteLedgerStore({ folder });
    for (const task of ["one", "two", "three"]) await recordBundle(ledger, aBundle({ task }));
    await ledger.recordOutcome({ bundle: "B3", at: NOW, outcome: "success", note: "well" });
    sql(
      folder,
      "DROP TRIGGER bundles_are_never_changed; DROP TRIGGER bundle_texts_are_never_changed",
      "DROP TRIGGER bundle_texts_are_deleted_only_when_forgotten",
      "UPDATE bundles SET facts = (SELECT facts FROM bundles WHERE id = 2) WHERE id = 1",
      "DELETE FROM bundle_texts WHERE bundle_id = 2",
      "DROP TRIGGER sequels_are_never_changed",
      "UPDATE sequels SET facts = x'0011223344'",
    );
    expect(await ledger.check()).toEqual([
      "a row of B2 stands in the place of B1",
      "B2 has lost its texts",
      "a stored row (outcome 1 of B3) fails its checksum",
    ]);
    for (const id of ["B1", "B2", "B3"]) {
      await expect(ledger.read(id)).rejects.toMatchObject({ code: "store_corrupt" });
    }
    expect(await recordBundle(ledger, aBundle())).toBe("B4");
    expect(await ledger.read("B4")).toMatchObject({ record: aBundle() });
    await ledger.close();
  });

  it("is refused when it is damaged, and never replaced", async () => {
    const folder = aDataFolder();
    const path = join(folder, "ledger.db");
    writeFileSync(path, "not a ledger\n".repeat(500));
    const ledger = openSqliteLedgerStore({ folder });
    const corrupt = { code: "store_corrupt" };
    await expect(recordBundle(ledger, aBundle())).rejects.toMatchObject(corrupt);
    await expect(ledger.list({ limit: 1 })).rejects.toMatchObject(corrupt);
    await expect(ledger.check()).rejects.toMatchObject(corrupt);
    expect(readFileSync(path, "utf8")).toBe("not a ledger\n".repeat(500));
    await ledger.close();
  });
});
