import { storeCorrupt } from "../../errors.ts";
import type { SqliteDatabase, SqliteStatement, SqliteValue } from "./driver.ts";
import { translating } from "./translate-error.ts";

/**
 * One open database whose errors are already refusals. Statements are prepared once and kept. Every call is
 * synchronous and leaves no cursor open, so a transaction can never span an await.
 */
export interface Connection {
  readonly path: string;
  readonly writable: boolean;
  exec(sql: string): void;
  all<Row>(sql: string, ...values: readonly SqliteValue[]): readonly Row[];
  /**
   * As `all`, each row a tuple and every whole number a bigint: file times in nanoseconds exceed 2^53, and tuples take
   * half the time that objects do.
   */
  allExact<Row extends readonly unknown[]>(
    sql: string,
    ...values: readonly SqliteValue[]
  ): readonly Row[];
  get<Row>(sql: string, ...values: readonly SqliteValue[]): Row | undefined;
  /** Returns the id of the row inserted last. */
  run(sql: string, ...values: readonly SqliteValue[]): number;
  /** Runs `work` in one read transaction: everything it reads is of one moment. */
  read<T>(work: () => T): T;
  /** Runs `work` in one `BEGIN IMMEDIATE` transaction; any error undoes all of it. */
  write<T>(work: () => T): T;
  close(): void;
}

/** Wraps an open database. `path` is only what errors name. */
export function createConnection(
  database: SqliteDatabase,
  path: string,
  writable: boolean,
): Connection {
  const statements = new Map<string, SqliteStatement>();
  let open = true;

  function prepare(sql: string): SqliteStatement {
    requireOpen();
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  // Closed under a call's feet only to be replaced: that call then asks its successor.
  function requireOpen(): void {
    if (!open) throw storeCorrupt(path, "it was closed to be replaced");
  }

  function transaction<T>(begin: string, work: () => T): T {
    return translating(path, () => {
      requireOpen();
      database.exec(begin);
      try {
        const result = work();
        database.exec("COMMIT");
        return result;
      } finally {
        // SQLite has already rolled back by itself after a full disk or an I/O error.
        if (database.isTransaction) database.exec("ROLLBACK");
      }
    });
  }

  return {
    path,
    writable,
    exec: (sql) => translating(path, () => database.exec(sql)),
    all: <Row>(sql: string, ...values: readonly SqliteValue[]) =>
      translating(path, () => prepare(sql).all(...values) as Row[]),
    allExact: <Row extends readonly unknown[]>(sql: string, ...values: readonly SqliteValue[]) =>
      translating(path, () => {
        const statement = prepare(sql);
        statement.setReadBigInts(true);
        statement.setReturnArrays(true);
        return statement.all(...values) as Row[];
      }),
    get: <Row>(sql: string, ...values: readonly SqliteValue[]) =>
      translating(path, () => prepare(sql).get(...values) as Row | undefined),
    run: (sql, ...values) =>
      translating(path, () => Number(prepare(sql).run(...values).lastInsertRowid)),
    read: (work) => transaction("BEGIN", work),
    write: (work) => transaction("BEGIN IMMEDIATE", work),
    close() {
      if (!open) return;
      open = false;
      translating(path, () => database.close());
    },
  };
}
