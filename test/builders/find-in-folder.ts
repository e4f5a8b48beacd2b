import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { DatabaseSync } from "@photostructure/sqlite";

/** Every place of a folder that holds a text in any case: each name, each file, each database row as it is and unpacked. */
export function findInFolder(folder: string, text: string): readonly string[] {
  const wanted = text.toLowerCase();
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name);
    if (name.toLowerCase().includes(wanted)) return [`the name ${name}`];
    if (!statSync(path).isFile()) return [];
    const raw = holds(readFileSync(path), wanted) ? [name] : [];
    return name.endsWith(".db") ? [...raw, ...findInRows(path, name, wanted)] : raw;
  });
}

function findInRows(path: string, name: string, wanted: string): readonly string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all() as unknown as { name: string }[];
    return tables.flatMap((table) => {
      const statement = db.prepare(`SELECT * FROM ${table.name}`);
      statement.setReadBigInts(true);
      const rows = statement.all() as Record<string, unknown>[];
      const found = rows.some((row) => Object.values(row).some((value) => holds(value, wanted)));
      return found ? [`${name} ${table.name}`] : [];
    });
  } finally {
    db.close();
  }
}

function holds(value: unknown, wanted: string): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(wanted);
  if (!(value instanceof Uint8Array)) return false;
  return unpacked(value).some((bytes) =>
    (["utf8", "utf16le"] as const).some((encoding) =>
      Buffer.from(bytes).toString(encoding).toLowerCase().includes(wanted),
    ),
  );
}

/** As stored, and unpacked from each place where a packed body can begin behind a checksum and a mark. */
function unpacked(bytes: Uint8Array): readonly Uint8Array[] {
  const bodies = [bytes];
  for (const start of [0, 1, 4, 5]) {
    try {
      bodies.push(brotliDecompressSync(bytes.subarray(start)));
    } catch {
      // Most blobs are not packed.
    }
  }
  return bodies;
}
