import type { ForeignQuery, ForeignRow, ForeignValue } from "../../ports/foreign-tables.ts";
import type { Connection } from "./connection.ts";
import type { SqliteValue } from "./driver.ts";

const PAGE_BYTES = 1024 * 1024;
const PAGE_ROWS = 500;
/** Larger rows are named and not read. */
const MAX_ROW_BYTES = 64 * 1024 * 1024;

/** Where a page begins and which keys it may hold. */
export interface PageBounds {
  /** The last key of the page before; `none` for the first page. */
  readonly after: ForeignValue | "none";
  readonly prefix: string;
}

/** Returns the columns of a table, none when there is no such table. */
export function readColumns(connection: Connection, table: string): ReadonlySet<string> {
  const sql = "SELECT name FROM pragma_table_info(?)";
  return new Set(connection.allExact<readonly [string]>(sql, table).map(([name]) => name));
}

/** Returns the next rows by key. Sizes are asked first, which reads no large value, so that a page holds about a megabyte. */
export function readPage(
  connection: Connection,
  query: ForeignQuery,
  bounds: PageBounds,
): readonly ForeignRow[] {
  return connection.read(() => {
    const { where, values } = conditionOf(query, bounds);
    const key = quoteName(query.key);
    const sizes = connection.allExact<readonly [ForeignValue, bigint]>(
      `SELECT ${key}, ${sizeOf(query)} FROM ${quoteName(query.table)} WHERE ${where} ORDER BY ${key} LIMIT ${PAGE_ROWS}`,
      ...values,
    );
    const [first] = sizes;
    if (first === undefined) return [];
    if (first[1] > MAX_ROW_BYTES) return [{ key: toValue(first[0]), cells: "too_long" }];
    const rows = connection.allExact<readonly ForeignValue[]>(
      `SELECT ${columnsOf(query)} FROM ${quoteName(query.table)} WHERE ${where} ORDER BY ${key} LIMIT ${fittingRows(sizes)}`,
      ...values,
    );
    const decode = decoderOf(connection);
    return rows.map((row) => toRow(query, row, decode));
  });
}

/** Returns the row with this key. */
export function readRow(
  connection: Connection,
  query: ForeignQuery,
  key: string,
): ForeignRow | "missing" {
  return connection.read(() => {
    const from = `FROM ${quoteName(query.table)} WHERE ${quoteName(query.key)} = ? LIMIT 1`;
    const [size] = connection.allExact<readonly [bigint]>(`SELECT ${sizeOf(query)} ${from}`, key);
    if (size === undefined) return "missing";
    if (size[0] > MAX_ROW_BYTES) return { key, cells: "too_long" };
    const [row] = connection.allExact<readonly ForeignValue[]>(
      `SELECT ${columnsOf(query)} ${from}`,
      key,
    );
    return row === undefined ? "missing" : toRow(query, row, decoderOf(connection));
  });
}

function conditionOf(
  query: ForeignQuery,
  { after, prefix }: PageBounds,
): { readonly where: string; readonly values: readonly SqliteValue[] } {
  const key = quoteName(query.key);
  const parts: (readonly [string, SqliteValue])[] = [];
  if (prefix !== "") parts.push([`${key} < ?`, endOf(prefix)]);
  if (after !== "none") parts.push([`${key} > ?`, after]);
  else if (prefix !== "") parts.push([`${key} >= ?`, prefix]);
  if (parts.length === 0) return { where: `${key} IS NOT NULL`, values: [] };
  return {
    where: parts.map(([condition]) => condition).join(" AND "),
    values: parts.map(([, value]) => value),
  };
}

/** The smallest text behind all that begin with a prefix, in the order of code points that SQLite compares by. */
function endOf(prefix: string): string {
  const characters = [...prefix];
  const last = characters.pop()?.codePointAt(0) ?? 0;
  return `${characters.join("")}${String.fromCodePoint(last + 1)}`;
}

function fittingRows(sizes: readonly (readonly [ForeignValue, bigint])[]): number {
  let bytes = 0n;
  const over = sizes.findIndex(([, size], index) => {
    bytes += size;
    return index > 0 && bytes > PAGE_BYTES;
  });
  return over === -1 ? sizes.length : over;
}

/** Text is asked for as bytes: the packaged driver ends a text at its first NUL. */
function columnsOf({ key, columns }: ForeignQuery): string {
  const cells = columns.map(quoteName).flatMap((name) => {
    return [
      `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`,
      `typeof(${name}) = 'text'`,
    ];
  });
  return [quoteName(key), ...cells].join(", ");
}

function sizeOf({ columns }: ForeignQuery): string {
  const sizes = columns.map((column) => `coalesce(octet_length(${quoteName(column)}), 0)`);
  return ["0", ...sizes].join(" + ");
}

function toRow(
  { columns }: ForeignQuery,
  [key = null, ...values]: readonly ForeignValue[],
  decode: (bytes: Uint8Array) => string,
): ForeignRow {
  const cells = columns.map((column, index) => {
    const value = values[index * 2] ?? null;
    const isText = value instanceof Uint8Array && values[index * 2 + 1] === 1n;
    return [column, isText ? decode(value) : toValue(value)] as const;
  });
  return { key: toValue(key), cells: Object.fromEntries(cells) };
}

/** https://www.sqlite.org/pragma.html#pragma_encoding: `UTF-8`, `UTF-16le` or `UTF-16be`. */
function decoderOf(connection: Connection): (bytes: Uint8Array) => string {
  const encoding = connection.get<{ readonly encoding: string }>("PRAGMA encoding")?.encoding;
  const decoder = new TextDecoder(encoding ?? "UTF-8", { ignoreBOM: true });
  return (bytes) => decoder.decode(bytes);
}

/** Whole numbers arrive as bigint, because a driver refuses to hand out one beyond 2^53 as a number. */
function toValue(value: ForeignValue): ForeignValue {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** https://www.sqlite.org/lang_keywords.html: a name in double quotes is a name, whatever it holds. */
function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
