import type { KnownInput } from "../../ports/content-store.ts";
import type { Connection } from "./connection.ts";
import { blobToVersion, requireVersionBlob } from "./version-blob.ts";

interface InputRow {
  readonly source: string;
  readonly path: string;
  readonly version: Uint8Array;
  readonly size: bigint;
  readonly mtime_ns: bigint;
  readonly ctime_ns: bigint;
  readonly inode: bigint;
}

/** Returns what the last completed scan knew, by source and path. */
export function listInputs(connection: Connection): readonly KnownInput[] {
  return connection
    .allExact<InputRow>(
      `SELECT source, path, version, size, mtime_ns, ctime_ns, inode FROM inputs
       ORDER BY source, path`,
    )
    .map(fromRow);
}

/** Adds or replaces one input. Call it inside a write transaction. */
export function rememberInput(connection: Connection, input: KnownInput): void {
  const row = toRow(input);
  connection.run(
    `INSERT OR REPLACE INTO inputs (source, path, version, size, mtime_ns, ctime_ns, inode)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.source,
    row.path,
    row.version,
    row.size,
    row.mtime_ns,
    row.ctime_ns,
    row.inode,
  );
}

/** Forgets one input. Call it inside a write transaction. */
export function forgetInput(
  connection: Connection,
  input: { readonly source: string; readonly path: string },
): void {
  connection.run("DELETE FROM inputs WHERE source = ? AND path = ?", input.source, input.path);
}

// Some file systems use all 64 bits of an inode number; SQLite's integers are signed.
function toRow(input: KnownInput): InputRow {
  const { size, mtimeNs, ctimeNs, inode } = input.fingerprint;
  return {
    source: input.source,
    path: input.path,
    version: requireVersionBlob(input.version),
    size: BigInt(size),
    mtime_ns: BigInt.asIntN(64, mtimeNs),
    ctime_ns: BigInt.asIntN(64, ctimeNs),
    inode: BigInt.asIntN(64, inode),
  };
}

function fromRow(row: InputRow): KnownInput {
  return {
    source: row.source,
    path: row.path,
    version: blobToVersion(row.version),
    fingerprint: {
      size: Number(row.size),
      mtimeNs: row.mtime_ns,
      ctimeNs: row.ctime_ns,
      inode: BigInt.asUintN(64, row.inode),
    },
  };
}
