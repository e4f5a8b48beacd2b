import type { CitationCheck } from "../../model/verify-response.ts";

/**
 * Returns whether a citation holds: its bytes resolve exactly, and the excerpt still stands in the text, at its lines
 * or at others.
 */
export function holds(check: CitationCheck): boolean {
  if (check.resolved !== "exact" || check.citation === "unknown") return false;
  return check.citation.state === "current" || check.citation.state === "relocated";
}

/** Returns whether nobody can say that a citation holds or not: it names no version, or the file, or the store,
 * cannot be read now. */
export function isUndecided(check: CitationCheck): boolean {
  if (check.resolved === "unpinned" || check.resolved === "unavailable") return true;
  return (
    check.resolved === "exact" &&
    check.citation !== "unknown" &&
    check.citation.state === "unchecked"
  );
}
