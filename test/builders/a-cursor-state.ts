import { createHash } from "node:crypto";
import type { SqliteDatabase } from "../../src/stores/sqlite/driver.ts";
import { aDatabase } from "./a-database.ts";

/** Writes `state.vscdb` of Cursor's editor with these values, and leaves it open as its owner has it. */
export function aCursorState(
  path: string,
  values: Readonly<Record<string, object | string | null>>,
): Promise<SqliteDatabase> {
  const columns = "key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB";
  const rows = Object.entries(values).map(([key, value]) => {
    return [key, typeof value === "string" || value === null ? value : JSON.stringify(value)];
  });
  const secret = ["cursorAuth/accessToken", "never to be read"];
  return aDatabase(
    path,
    { cursorDiskKV: { columns, rows }, ItemTable: { columns, rows: [secret] } },
    "wal",
  );
}

/** What differs from one chat of Cursor's command line to another. */
export interface ChatSeed {
  /** In order: a message, bytes that are none, or a message that the root lists and the store lacks. */
  readonly blobs: readonly (object | Uint8Array | "lost")[];
  readonly workspace?: string;
  readonly name?: string;
  /** What the root holds in place of a root. */
  readonly root?: Uint8Array;
}

/** Writes `store.db` of a chat: blobs by hash, a root that lists them, and the root's name as hex JSON. */
export function aChatStore(path: string, seed: ChatSeed): Promise<SqliteDatabase> {
  const blobs = seed.blobs.map((blob, index) => {
    if (blob === "lost") return { id: hashOf(Buffer.from(`lost ${index}`)), data: "lost" as const };
    const data = blob instanceof Uint8Array ? blob : Buffer.from(JSON.stringify(blob));
    return { id: hashOf(data), data };
  });
  const fields = [
    ...blobs.map(({ id }) => field(1, Buffer.from(id, "hex"))),
    // A number and two numbers of a fixed size, as a reader that knows no schema must step over.
    Buffer.from([4 * 8, 0xac, 0x02, 5 * 8 + 5, 1, 2, 3, 4, 6 * 8 + 1, 1, 2, 3, 4, 5, 6, 7, 8]),
    field(9, Buffer.from(seed.workspace ?? "")),
  ];
  const root = seed.root ?? Buffer.concat(fields);
  const kept = blobs.flatMap(({ data, id }) => (data === "lost" ? [] : [[id, data] as const]));
  const meta = {
    latestRootBlobId: hashOf(root),
    name: seed.name ?? "",
    createdAt: 1_772_355_600_000,
  };
  const unique = new Map([...kept, [hashOf(root), root] as const]);
  return aDatabase(
    path,
    {
      blobs: { columns: "id TEXT PRIMARY KEY, data BLOB", rows: [...unique] },
      meta: {
        columns: "key TEXT PRIMARY KEY, value TEXT",
        rows: [["0", Buffer.from(JSON.stringify(meta)).toString("hex")]],
      },
    },
    "wal",
  );
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** https://protobuf.dev/programming-guides/encoding/: tag, length, bytes. */
function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
}
