import type { DatabaseFormat } from "./open-database.ts";

// Observations are irreplaceable: the triggers keep any later code from editing or losing one.
const CREATE_OBSERVATIONS = `
CREATE TABLE observations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  artifact TEXT NOT NULL,
  observation TEXT NOT NULL
) STRICT;
CREATE INDEX observations_by_artifact ON observations (artifact);
CREATE TRIGGER observations_are_never_changed BEFORE UPDATE ON observations
BEGIN SELECT RAISE(ABORT, 'observations are append-only'); END;
CREATE TRIGGER observations_are_never_deleted BEFORE DELETE ON observations
BEGIN SELECT RAISE(ABORT, 'observations are append-only'); END;
`;

// Forgetting is the one way out, and it leaves a tombstone: what was observed, by hash alone, and when it was forgotten.
const ALLOW_FORGETTING = `
CREATE TABLE forgotten_observations (
  id INTEGER PRIMARY KEY,
  artifact_sha256 TEXT NOT NULL,
  observed_at TEXT NOT NULL,
  forgotten_at TEXT NOT NULL
) STRICT;
CREATE TRIGGER tombstones_are_never_changed BEFORE UPDATE ON forgotten_observations
BEGIN SELECT RAISE(ABORT, 'tombstones are append-only'); END;
CREATE TRIGGER tombstones_are_never_deleted BEFORE DELETE ON forgotten_observations
BEGIN SELECT RAISE(ABORT, 'tombstones are append-only'); END;
DROP TRIGGER observations_are_never_deleted;
CREATE TRIGGER observations_are_deleted_only_when_forgotten BEFORE DELETE ON observations
WHEN NOT EXISTS (SELECT 1 FROM forgotten_observations WHERE id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'observations are append-only'); END;
`;

// Bundles: what can be counted stands in one row and every word of it in another, so that forgetting takes the words alone and
// no number is ever written twice. A bundle states its id, so ids are given out before. A candidate needs its artifact and a decision its candidate (CAN-13, CAN-14).
const CREATE_BUNDLES = `
CREATE TABLE reserved_bundles (
  id INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;
CREATE TABLE bundles (
  id INTEGER PRIMARY KEY REFERENCES reserved_bundles (id),
  facts BLOB NOT NULL
) STRICT;
CREATE TABLE bundle_texts (
  bundle_id INTEGER PRIMARY KEY REFERENCES bundles (id),
  texts BLOB NOT NULL
) STRICT;
CREATE TABLE named_artifacts (
  id INTEGER PRIMARY KEY,
  artifact TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE bundle_artifacts (
  bundle_id INTEGER NOT NULL REFERENCES bundles (id),
  artifact_id INTEGER NOT NULL REFERENCES named_artifacts (id),
  version ANY NOT NULL,
  is_cited INTEGER NOT NULL,
  PRIMARY KEY (bundle_id, artifact_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX bundles_by_artifact ON bundle_artifacts (artifact_id);
CREATE TABLE bundle_candidates (
  bundle_id INTEGER NOT NULL,
  candidate TEXT NOT NULL,
  artifact_id INTEGER NOT NULL,
  version ANY NOT NULL,
  generator TEXT NOT NULL,
  score ANY NOT NULL,
  PRIMARY KEY (bundle_id, candidate),
  FOREIGN KEY (bundle_id, artifact_id, version)
    REFERENCES bundle_artifacts (bundle_id, artifact_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE bundle_decisions (
  bundle_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  candidate TEXT NOT NULL,
  verdict TEXT NOT NULL,
  PRIMARY KEY (bundle_id, step),
  FOREIGN KEY (bundle_id, candidate) REFERENCES bundle_candidates (bundle_id, candidate)
) STRICT, WITHOUT ROWID;
CREATE TABLE sequels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bundle_id INTEGER NOT NULL REFERENCES bundles (id),
  kind TEXT NOT NULL CHECK (kind IN ('use', 'outcome', 'helpful')),
  facts BLOB NOT NULL
) STRICT;
CREATE INDEX sequels_by_bundle ON sequels (bundle_id);
CREATE TABLE sequel_texts (
  sequel_id INTEGER PRIMARY KEY REFERENCES sequels (id),
  bundle_id INTEGER NOT NULL REFERENCES bundles (id),
  texts BLOB NOT NULL
) STRICT;
CREATE INDEX sequel_texts_by_bundle ON sequel_texts (bundle_id);
CREATE TABLE sequel_artifacts (
  sequel_id INTEGER PRIMARY KEY REFERENCES sequels (id),
  bundle_id INTEGER NOT NULL REFERENCES bundles (id),
  artifact TEXT NOT NULL
) STRICT;
CREATE INDEX sequels_by_artifact ON sequel_artifacts (artifact);
CREATE TABLE forgotten_bundles (
  bundle_id INTEGER PRIMARY KEY REFERENCES bundles (id),
  artifact_sha256 TEXT NOT NULL,
  forgotten_at TEXT NOT NULL
) STRICT;
CREATE TABLE forgotten_entries (
  artifact_sha256 BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;
${[
  "reserved_bundles",
  "bundles",
  "named_artifacts",
  "bundle_artifacts",
  "bundle_candidates",
  "bundle_decisions",
  "sequels",
  "sequel_artifacts",
  "forgotten_bundles",
  "forgotten_entries",
]
  .map((table) => neverChanged(table) + neverDeleted(table))
  .join("")}${["bundle_texts", "sequel_texts"]
  .map((table) => neverChanged(table) + deletedOnlyWhenForgotten(table))
  .join("")}`;

function neverChanged(table: string): string {
  return `CREATE TRIGGER ${table}_are_never_changed BEFORE UPDATE ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
`;
}

function neverDeleted(table: string): string {
  return `CREATE TRIGGER ${table}_are_never_deleted BEFORE DELETE ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
`;
}

function deletedOnlyWhenForgotten(table: string): string {
  return `CREATE TRIGGER ${table}_are_deleted_only_when_forgotten BEFORE DELETE ON ${table}
WHEN NOT EXISTS (SELECT 1 FROM forgotten_bundles WHERE bundle_id = OLD.bundle_id)
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
CREATE TRIGGER ${table}_never_come_back BEFORE INSERT ON ${table}
WHEN EXISTS (SELECT 1 FROM forgotten_bundles WHERE bundle_id = NEW.bundle_id)
BEGIN SELECT RAISE(ABORT, '${table} were forgotten'); END;
`;
}

/** The format of `ledger.db`, which no refresh can rebuild. */
export const LEDGER_FORMAT: DatabaseFormat = {
  migrations: [CREATE_OBSERVATIONS, ALLOW_FORGETTING, CREATE_BUNDLES],
  // Observations are read alike in all: a ledger of before keeps counting, without a bundle, until something is written to it.
  readableFrom: 1,
  synchronous: "FULL",
  pageBytes: 4096,
  keepsCopy: true,
};
