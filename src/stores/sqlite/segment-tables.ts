/** The tables of index rows, alike in every database that can be searched. Part of published migrations: never edited. */
export const SEGMENT_TABLES = `CREATE TABLE segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  packed_bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE segment_blocks (
  segment_id INTEGER NOT NULL REFERENCES segments (id),
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  raw_bytes INTEGER NOT NULL,
  crc32 INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (segment_id, kind, number)
) STRICT;
`;
