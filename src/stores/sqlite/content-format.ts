import type { DatabaseFormat } from "./open-database.ts";
import { SEGMENT_TABLES } from "./segment-tables.ts";

/** A text's frames lie side by side under one number: text id times this, plus the frame's position. */
export const FRAMES_PER_TEXT = 65_536;

// Notes that SQL cannot hold:
// - Times, paths and ids are integers or ASCII; whatever a source wrote (titles, gap subjects) is JSON, which keeps NUL
//   and lone surrogates that a TEXT column would lose.
// - An artifact row holds from one generation until another (NULL: still), so a publish touches changed rows only.
// - `staged_texts` and segments that no generation names are what a sweep looks at.
// - A split is `staged` only while readers still use another split of the same text.
const CREATE = `
CREATE TABLE generations (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER,
  inputs_digest TEXT NOT NULL,
  built_at TEXT NOT NULL,
  analyzer_version TEXT NOT NULL,
  artifact_count INTEGER NOT NULL,
  passage_count INTEGER NOT NULL,
  source_bytes INTEGER NOT NULL
) STRICT;

CREATE TABLE texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version BLOB NOT NULL UNIQUE,
  byte_length INTEGER NOT NULL,
  frame_count INTEGER NOT NULL,
  packed_bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE text_frames (
  key INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE text_splits (
  id INTEGER PRIMARY KEY,
  text_id INTEGER NOT NULL REFERENCES texts (id),
  kind TEXT NOT NULL,
  staged INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (text_id, kind, staged)
) STRICT;
CREATE INDEX staged_splits ON text_splits (id) WHERE staged = 1;
CREATE TABLE staged_texts (text_id INTEGER PRIMARY KEY) STRICT;

CREATE TABLE artifacts (
  id INTEGER PRIMARY KEY,
  ref TEXT NOT NULL,
  version BLOB NOT NULL REFERENCES texts (version),
  attributes TEXT NOT NULL,
  from_generation INTEGER NOT NULL REFERENCES generations (id),
  to_generation INTEGER REFERENCES generations (id)
) STRICT;
CREATE UNIQUE INDEX current_artifacts ON artifacts (ref) WHERE to_generation IS NULL;
CREATE INDEX artifact_versions ON artifacts (version);

${SEGMENT_TABLES}CREATE TABLE generation_segments (
  generation_id INTEGER NOT NULL REFERENCES generations (id),
  position INTEGER NOT NULL,
  segment_id INTEGER NOT NULL REFERENCES segments (id),
  document_count INTEGER NOT NULL,
  passage_count INTEGER NOT NULL,
  liveness BLOB,
  PRIMARY KEY (generation_id, position)
) STRICT;
CREATE INDEX segment_generations ON generation_segments (segment_id);

CREATE TABLE inputs (
  source TEXT NOT NULL,
  path TEXT NOT NULL,
  version BLOB NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  PRIMARY KEY (source, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE gaps (position INTEGER PRIMARY KEY, gap TEXT NOT NULL) STRICT;
CREATE TABLE facts (position INTEGER PRIMARY KEY, fact TEXT NOT NULL) STRICT;
CREATE TABLE refresh_record (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT;
`;

/** The format of `content.db`: rebuilt from its sources whenever it is lost. */
export const CONTENT_FORMAT: DatabaseFormat = {
  migrations: [CREATE],
  synchronous: "NORMAL",
  pageBytes: 4096,
};
