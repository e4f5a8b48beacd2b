import type { NewSessionTitle } from "../../ports/entry-store.ts";
import type { Connection } from "./connection.ts";
import type { EntryHomes } from "./entry-homes.ts";
import { openJson, sealJson } from "./stored-json.ts";

/** Names a session within its store; what its entries and its title have in common. */
export function toSessionKey(session: { readonly agent: string; readonly id: string }): string {
  return JSON.stringify([session.agent, session.id]);
}

/** Keeps a title and returns whether it is another one than before. Call it inside a write transaction. */
export function saveTitle(connection: Connection, { agent, id, title }: NewSessionTitle): boolean {
  const session = toSessionKey({ agent, id });
  const sealed = sealJson(title, session);
  const known = connection.get<{ title: string }>(
    "SELECT title FROM titles WHERE session = ?",
    session,
  );
  if (known?.title === sealed) return false;
  connection.run("INSERT OR REPLACE INTO titles (session, title) VALUES (?, ?)", session, sealed);
  return true;
}

/** Returns every title by its session's key. */
export function listTitles(connection: Connection): ReadonlyMap<string, string> {
  const rows = connection.all<{ session: string; title: string }>(
    "SELECT session, title FROM titles",
  );
  return new Map(
    rows.map(({ session, title }) => [session, openJson<string>(connection.path, title, session)]),
  );
}

/** Removes the titles of sessions that no entry is left of. Call it inside a write transaction. */
export function forgetTitles(connection: Connection, homes: EntryHomes): void {
  const living = new Set<string>();
  for (const { id, session } of homes.list()) {
    if (session === "none") continue;
    const row = connection.get("SELECT 1 FROM entries WHERE home_id = ? LIMIT 1", id);
    if (row !== undefined) living.add(toSessionKey(session));
  }
  const rows = connection.all<{ session: string }>("SELECT session FROM titles");
  for (const { session } of rows) {
    if (!living.has(session)) connection.run("DELETE FROM titles WHERE session = ?", session);
  }
}
