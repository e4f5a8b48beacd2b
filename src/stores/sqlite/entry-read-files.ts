import type { ReadFile } from "../../ports/entry-store.ts";
import type { Connection } from "./connection.ts";
import type { PathIds } from "./entry-locators.ts";
import { openJson, sealJson } from "./stored-json.ts";

type StoredPosition = Omit<ReadFile, "mtimeNs"> & { readonly mtimeNs: string };

/** Remembers how far a file was read. Call it inside the transaction that keeps what was read. */
export function saveReadFile(connection: Connection, file: ReadFile, pathIds: PathIds): void {
  const pathId = pathIds.toId(file.path, file.present);
  const position: StoredPosition = { ...file, mtimeNs: String(file.mtimeNs) };
  connection.run(
    "INSERT OR REPLACE INTO read_files (path_id, agent, position) VALUES (?, ?, ?)",
    pathId,
    file.agent,
    sealJson(position, file.agent),
  );
  connection.run("UPDATE paths SET present = ? WHERE id = ?", Number(file.present), pathId);
}

/** Returns how far the files of an agent were read, or of all, sorted by path. */
export function listReadFiles(connection: Connection, agent?: string): readonly ReadFile[] {
  const rows = connection.all<{ agent: string; position: string }>(
    "SELECT agent, position FROM read_files WHERE ?1 IS NULL OR agent = ?1",
    agent ?? null,
  );
  return rows
    .map((row) => openJson<StoredPosition>(connection.path, row.position, row.agent))
    .map((stored) => ({ ...stored, mtimeNs: BigInt(stored.mtimeNs) }))
    .sort((a, b) => compareStrings(a.path, b.path) || compareStrings(a.agent, b.agent));
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
