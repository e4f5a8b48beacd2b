import type { SessionIdentity } from "../../model/entry.ts";
import type { NewSessionTitle } from "../../ports/entry-store.ts";
import type { SessionTitle } from "../../ports/transcript-reader.ts";
import { type Redact, titleOf } from "./to-entry.ts";

/** What one file told of titles, for going on in its middle. */
export interface TitleMark {
  /** Sessions that entries were kept of, as agent and id. */
  readonly kept: readonly (readonly [string, string])[];
  /** Titles of sessions that no entry was kept of so far. */
  readonly waiting: readonly NewSessionTitle[];
}

/** What deciding on titles takes. */
export interface TitleParts {
  /** Whether something of a session was kept by an earlier import, from whichever file. */
  readonly isKnownSession: (session: Pick<SessionIdentity, "agent" | "id">) => boolean;
  readonly redact: Redact;
}

/** Gathers what the sessions of one file are called. */
export interface SessionTitles {
  /** Takes a title; one that a secret stands in is kept without it. */
  named(title: SessionTitle): void;
  /** Notes that this project has an entry of a session. */
  keptOf(session: SessionIdentity): void;
  /** Titles to be kept that were not taken before. */
  take(): readonly NewSessionTitle[];
  mark(): TitleMark;
}

/** A file tells of one session, rarely of a few. */
const MAX_SESSIONS = 50;

/**
 * Returns the titles of one file. A title is kept only when an entry of its session is: what a session of another project is
 * called is as much that project's as what was said in it (SCO-01).
 */
export function createSessionTitles(known: TitleMark, parts: TitleParts): SessionTitles {
  const { isKnownSession, redact } = parts;
  const kept = new Map(
    known.kept.map(([agent, id]) => [keyOf({ agent, id }), [agent, id] as const]),
  );
  const waiting = new Map(known.waiting.map((title) => [keyOf(title), title]));
  return {
    named({ session: { agent, id }, title: written }) {
      const title = titleOf(redact(written).text);
      if (title !== "") putLast(waiting, keyOf({ agent, id }), { agent, id, title });
    },
    keptOf({ agent, id }) {
      const key = keyOf({ agent, id });
      if (!kept.has(key)) putLast(kept, key, [agent, id] as const);
    },
    take() {
      const ready = [...waiting].filter(([key, title]) => kept.has(key) || isKnownSession(title));
      for (const [key] of ready) waiting.delete(key);
      return ready.map(([, title]) => title);
    },
    mark: () => ({ kept: [...kept.values()], waiting: [...waiting.values()] }),
  };
}

function putLast<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_SESSIONS && oldest !== undefined) map.delete(oldest);
}

function keyOf({ agent, id }: { readonly agent: string; readonly id: string }): string {
  return `${agent}\0${id}`;
}
