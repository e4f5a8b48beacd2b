/** What a cell of another program's table holds. `null` is that database's own NULL, and not this program's word for unknown. */
export type ForeignValue = string | number | bigint | Uint8Array | null;

/** One row. */
export interface ForeignRow {
  readonly key: ForeignValue;
  /** By column; `too_long` when together they are larger than 64 MiB, and then they are not read. */
  readonly cells: Readonly<Record<string, ForeignValue>> | "too_long";
}

/** Which columns of which rows. */
export interface ForeignQuery {
  readonly table: string;
  /** The column that names a row and orders the rows: unique, and never NULL in a row that is returned. */
  readonly key: string;
  readonly columns: readonly string[];
}

/**
 * Another program's tables, only for reading. Every method refuses with `source_unavailable` when the owner holds the file for
 * longer than is waited, when it is damaged, and when it changes in a way that would mix two states.
 */
export interface ForeignTables {
  /** The columns of a table; empty when there is no such table. */
  columnsOf(table: string): Promise<ReadonlySet<string>>;
  /**
   * Rows in order of their key, in pages of about a megabyte, so that memory does not grow with the table. With `prefix` only
   * those whose key is a text that begins with it.
   */
  pages(query: ForeignQuery, prefix?: string): AsyncIterable<readonly ForeignRow[]>;
  /** The row with this key. */
  find(query: ForeignQuery, key: string): Promise<ForeignRow | "missing">;
  /** Lets go of the file and removes what was copied of it. May be called twice. */
  close(): void;
}

/**
 * Opens another program's database without creating, changing or locking anything in its folder. Refuses with
 * `source_unavailable`; `source` is what the message calls it.
 */
export type OpenForeignTables = (place: {
  readonly source: string;
  /** Absolute. */
  readonly path: string;
}) => Promise<ForeignTables>;
