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

/** The format of `ledger.db`, which no refresh can rebuild. */
export const LEDGER_FORMAT: DatabaseFormat = {
  migrations: [CREATE_OBSERVATIONS, ALLOW_FORGETTING],
  // Observations are read alike in both: a ledger of before keeps counting until something is written to it.
  readableFrom: 1,
  synchronous: "FULL",
  pageBytes: 4096,
  keepsCopy: true,
};
