/** What help says of one command. */
export interface CommandHelp {
  readonly usage: string;
  /** One line, as the overview shows it. */
  readonly summary: string;
  /** What the summary leaves out. May be empty. */
  readonly notes: readonly string[];
  /** Two calls to copy. */
  readonly examples: readonly [string, string];
  /** What the exit status says, by number. */
  readonly exits: readonly string[];
}

/** What exit status 2 says of every command. */
export const REFUSED = "2  refused or failed";
