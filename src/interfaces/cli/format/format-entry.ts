import type { HitEntry } from "../../../model/search-response.ts";

/** Returns what an entry is beside its text: `assistant message of session 4f1c`, with its marks behind it. */
export function formatEntry({ kind, role, session, marks }: HitEntry): string {
  const what = kind.replace("_", " ");
  const who = role === "unknown" || role === what.split(" ")[0] ? what : `${role} ${what}`;
  const where = session === "none" ? "" : ` of session ${session}`;
  return `${who}${where}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
}

/** Returns what a reader must know before believing an entry; often nothing. */
export function formatEntryWarnings({ quarantined, supersededBy }: HitEntry): readonly string[] {
  return [
    ...(supersededBy === undefined ? [] : [`superseded by ${supersededBy}`]),
    ...(quarantined === true ? ["in quarantine: which project it belongs to is not known"] : []),
  ];
}
