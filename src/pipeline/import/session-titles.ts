import type { SessionIdentity } from "../../model/entry.ts";
import type { NewSessionTitle } from "../../ports/entry-store.ts";
import type { SessionTitle } from "../../ports/transcript-reader.ts";
import { cleanTitle, type Redact } from "./to-entry.ts";

/** Holds what the sessions of one file are called until something of them is kept. */
export interface SessionTitles {
  add(title: SessionTitle): void;
  /** Notes that something of a session is kept. */
  keep(session: SessionIdentity): void;
  /** Returns the titles that may be kept now, each once; the others wait. */
  take(): readonly NewSessionTitle[];
}

/** Returns an empty holder. `isKnownSession` says whether an earlier import kept something of a session. */
export function createSessionTitles(parts: {
  readonly isKnownSession: (session: SessionIdentity) => boolean;
  readonly redact: Redact;
}): SessionTitles {
  const kept = new Set<string>();
  const waiting = new Map<string, SessionTitle>();
  return {
    add: (title) => void waiting.set(keyOf(title.session), title),
    keep: (session) => void kept.add(keyOf(session)),
    take() {
      const told: NewSessionTitle[] = [];
      for (const [key, { session, title }] of waiting) {
        // Another project's title is no business of this one.
        if (!kept.has(key) && !parts.isKnownSession(session)) continue;
        waiting.delete(key);
        told.push({ agent: session.agent, id: session.id, title: cleanTitle(title, parts.redact) });
      }
      return told;
    },
  };
}

function keyOf({ agent, id }: SessionIdentity): string {
  return `${agent}\0${id}`;
}
