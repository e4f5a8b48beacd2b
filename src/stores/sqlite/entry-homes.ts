import { storeCorrupt } from "../../errors.ts";
import type { Entry } from "../../model/entry.ts";
import type { Connection } from "./connection.ts";
import { openJson, sealJson } from "./stored-json.ts";

/** Where an entry belongs. Thousands share one, so each is kept once. */
export type EntryHome = Pick<Entry, "session" | "attribution" | "recordedIn">;

/** A home and its row. */
export interface StoredHome extends EntryHome {
  readonly id: number;
}

/** Hands out the homes of one database file by id and finds or makes the ids. Rows are never changed, so none is read twice. */
export interface EntryHomes {
  /** Returns a home's id, and keeps the home if it is new. Call it inside a write transaction. */
  toId(home: EntryHome): number;
  fromId(id: number): EntryHome;
  /** Every home there is. */
  list(): readonly StoredHome[];
  /** Drops what a transaction that was undone may have left. */
  reset(): void;
}

interface HomeRow {
  readonly id: number;
  readonly home: string;
}

/** Opens the homes of a database. */
export function openHomes(connection: Connection): EntryHomes {
  const byId = new Map<number, EntryHome>();
  const ids = new Map<string, number>();
  // Neighbors in a transcript share their home: most are told by comparing a few strings.
  let last: StoredHome | undefined;

  function remember(row: HomeRow): EntryHome {
    const home = openJson<EntryHome>(connection.path, row.home);
    byId.set(row.id, home);
    ids.set(row.home, row.id);
    return home;
  }

  function findOrInsert(sealed: string): number {
    const row = connection.get<HomeRow>("SELECT id, home FROM homes WHERE home = ?", sealed);
    if (row !== undefined) {
      remember(row);
      return row.id;
    }
    const id = connection.run("INSERT INTO homes (home) VALUES (?)", sealed);
    remember({ id, home: sealed });
    return id;
  }

  return {
    toId(home) {
      if (last !== undefined && isSameHome(last, home)) return last.id;
      const sealed = sealJson(toStored(home));
      const id = ids.get(sealed) ?? findOrInsert(sealed);
      last = { id, ...toStored(home) };
      return id;
    },
    fromId(id) {
      const known = byId.get(id);
      if (known !== undefined) return known;
      const row = connection.get<HomeRow>("SELECT id, home FROM homes WHERE id = ?", id);
      if (row === undefined) throw storeCorrupt(connection.path, `home ${id} is gone`);
      return remember(row);
    },
    list: () =>
      connection
        .all<HomeRow>("SELECT id, home FROM homes ORDER BY id")
        .map((row) => ({ id: row.id, ...(byId.get(row.id) ?? remember(row)) })),
    reset() {
      byId.clear();
      ids.clear();
      last = undefined;
    },
  };
}

/** Fields in one order, so that equal homes are equal text. */
function toStored({ session, attribution, recordedIn }: EntryHome): EntryHome {
  if (session === "none") return { session, attribution, recordedIn };
  const { agent, id, parentId, agentId } = session;
  return { session: { agent, id, parentId, agentId }, attribution, recordedIn };
}

function isSameHome(a: EntryHome, b: EntryHome): boolean {
  if (a.attribution !== b.attribution || a.recordedIn !== b.recordedIn) return false;
  const [one, other] = [a.session, b.session];
  if (one === "none" || other === "none") return one === other;
  return (
    one.id === other.id &&
    one.agent === other.agent &&
    one.agentId === other.agentId &&
    one.parentId === other.parentId
  );
}
