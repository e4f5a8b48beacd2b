import type { DatabaseFormat } from "./open-database.ts";
import { SEGMENT_TABLES } from "./segment-tables.ts";

// Notes that SQL cannot hold:
// - `entries.id` is the place in the order of keeping: an entry whose text changes gets a new one, so that everything above
//   the watermark is what the index lacks. Ids are given out by `state` and never again.
// - `key` is the reference behind its store name, percent-encoded: it orders as references do.
// - `key_hash` is the CRC-32 of `key` and `version_head` the first 48 bits of `version`: indexes over the whole of either would
//   be four times as large, and hit at random. No two rows have one key; writers hold the lock when they look.
// - `epoch_ms` is NULL where an entry has no time that orders it. `entries_by_time` holds all that a list filters by.
// - `days` counts the dated entries of each day (UTC, from 1970), so that a list can say how many it leaves out.
// - A text is bytes `start` to `start + length` of an unpacked block; entries with one version share them.
// - `live_bytes` of a block are those that some entry still names; the others are zeros, and a block without any is gone.
// - Paths and the sessions of titles (agent and id) are JSON, which keeps NUL and lone surrogates that a TEXT column would lose.
// - `segments`, `segment_blocks` and `generation_segments` are as in content.db; a generation is a row of `publications`, one
//   publication of the index.
const CREATE = `
CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT;

CREATE TABLE homes (
  id INTEGER PRIMARY KEY,
  home TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE titles (
  session TEXT PRIMARY KEY,
  title TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE text_blocks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  live_bytes INTEGER NOT NULL,
  raw_bytes INTEGER NOT NULL,
  crc32 INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  key_hash INTEGER NOT NULL,
  version BLOB NOT NULL,
  version_head INTEGER NOT NULL,
  block_id INTEGER NOT NULL,
  start INTEGER NOT NULL,
  length INTEGER NOT NULL,
  hidden INTEGER NOT NULL,
  epoch_ms INTEGER,
  home_id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  attributes TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_key ON entries (key_hash);
CREATE INDEX entries_by_version ON entries (version_head);
CREATE INDEX entries_by_time ON entries (hidden, epoch_ms, key, kind, home_id) WHERE epoch_ms IS NOT NULL;
CREATE INDEX entries_by_home ON entries (home_id, epoch_ms);
CREATE INDEX undated_entries ON entries (hidden, home_id) WHERE epoch_ms IS NULL;

CREATE TABLE days (
  hidden INTEGER NOT NULL,
  day INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  PRIMARY KEY (hidden, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE paths (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  present INTEGER NOT NULL
) STRICT;
CREATE TABLE locators (
  entry_id INTEGER NOT NULL,
  path_id INTEGER NOT NULL,
  start_byte INTEGER NOT NULL,
  end_byte INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (entry_id, path_id, start_byte, end_byte, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX locators_by_record ON locators (path_id, sha256, start_byte);
CREATE TABLE read_files (
  path_id INTEGER NOT NULL REFERENCES paths (id),
  agent TEXT NOT NULL,
  position TEXT NOT NULL,
  PRIMARY KEY (path_id, agent)
) STRICT, WITHOUT ROWID;

CREATE TABLE tombstones (
  key TEXT PRIMARY KEY,
  forgotten_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE dead_documents (
  key TEXT NOT NULL,
  version BLOB NOT NULL,
  PRIMARY KEY (key, version)
) STRICT, WITHOUT ROWID;

${SEGMENT_TABLES}CREATE TABLE publications (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE generation_segments (
  generation_id INTEGER NOT NULL REFERENCES publications (id),
  position INTEGER NOT NULL,
  segment_id INTEGER NOT NULL REFERENCES segments (id),
  document_count INTEGER NOT NULL,
  passage_count INTEGER NOT NULL,
  liveness BLOB,
  PRIMARY KEY (generation_id, position)
) STRICT;
CREATE INDEX segment_generations ON generation_segments (segment_id);
`;

/** The format of `sessions.db`, `memory.db` and `captures.db`, which nothing can rebuild. */
export const ENTRY_FORMAT: DatabaseFormat = {
  migrations: [CREATE],
  synchronous: "FULL",
  pageBytes: 4096,
  keepsCopy: true,
};
