import type { NewSessionTitle } from "../../ports/entry-store.ts";
import type { Connection } from "./connection.ts";
import type { EntryHomes } from "./entry-homes.ts";
import { openJson, sealJson } from "./stored-json.ts";

/** Stands where a title was forgotten; no title is empty. */
const FORGOTTEN = "";

/** Names a session within its store; what its entries and its title have in common. */
export function toSessionKey(session: { readonly agent: string; readonly id: string }): string {
  return JSON.stringify([session.agent, session.id]);
}

/** Keeps a title, unless the one before was forgotten, and returns whether it is another one than before. Call it inside a write transaction. */
export function saveTitle(connection: Connection, { agent, id, title }: NewSessionTitle): boolean {
  const session = toSessionKey({ agent, id });
  const sealed = sealJson(title, session);
  const known = connection.get<{ title: string }>(
    "SELECT title FROM titles WHERE session = ?",
    session,
  );
  if (known?.title === sealed || known?.title === sealJson(FORGOTTEN, session)) return false;
  connection.run("INSERT OR REPLACE INTO titles (session, title) VALUES (?, ?)", session, sealed);
  return true;
}

/** Returns every title there is by its session's key. */
export function listTitles(connection: Connection): ReadonlyMap<string, string> {
  const rows = connection.all<{ session: string; title: string }>(
    "SELECT session, title FROM titles",
  );
  return new Map(
    rows
      .map(
        ({ session, title }) =>
          [session, openJson<string>(connection.path, title, session)] as const,
      )
      .filter(([, title]) => title !== FORGOTTEN),
  );
}

/**
 * Leaves the sessions of these homes without a title, for good: it may say again what was forgotten, and the agent may write it
 * down once more. Call it inside a write transaction.
 */
export function forgetTitles(
  connection: Connection,
  homes: EntryHomes,
  touched: ReadonlySet<number>,
): void {
  for (const { id, session } of homes.list()) {
    if (session === "none" || !touched.has(id)) continue;
    const key = toSessionKey(session);
    connection.run(
      "INSERT OR REPLACE INTO titles (session, title) VALUES (?, ?)",
      key,
      sealJson(FORGOTTEN, key),
    );
  }
}
