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

/** The format of `ledger.db`, which no refresh can rebuild. */
export const LEDGER_FORMAT: DatabaseFormat = {
  migrations: [CREATE_OBSERVATIONS],
  synchronous: "FULL",
  pageBytes: 4096,
  keepsCopy: true,
};
