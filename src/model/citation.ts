/** What the cited place holds now, judged by content and never by time stamps. */
export type CitationState = "current" | "relocated" | "changed" | "gone" | "unchecked";

/** Where an excerpt came from. Lines are 1-based and inclusive; hashes are the first 16 hex digits of a sha256. */
export interface Citation {
  /** As a reader of the workspace would write it: relative to the workspace, `/` between parts. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Of the artifact's exact bytes. */
  readonly version: string;
  /** Of the excerpt's exact bytes. */
  readonly excerptSha256: string;
  /**
   * Byte range in the version, end exclusive; present when the excerpt is not whole lines, so that lines alone would
   * not say which bytes are meant.
   */
  readonly bytes?: { readonly start: number; readonly end: number };
  /** What the cited place holds at the time of the call. `unchecked` when it could not be read. */
  readonly state: CitationState;
  /** Where the excerpt stands now; present when the state is `relocated`. */
  readonly relocatedTo?: { readonly startLine: number; readonly endLine: number };
}
