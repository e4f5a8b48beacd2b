import type { StoreName } from "./artifact.ts";

/** What to forget. All conditions given must hold, and at least one other than `sources` must be given. */
export interface ForgetSelectionOptions {
  /**
   * Entries by reference or citation. An artifact of the workspace stands for the observations made of it and for the words of
   * bundles that name it; `B12` is a bundle.
   */
  readonly references?: readonly string[];
  /** Sessions, by the agent's own id; any may match. */
  readonly sessions?: readonly string[];
  /** The agent or other origin: `claude-code`, `note`, a capture's label; any may match. */
  readonly agents?: readonly string[];
  /** Entries that hold all of these words in some form; where nothing else is given, the words of bundles that do, too. */
  readonly query?: string;
  /** ISO 8601; entries whose time is before it. A day begins at midnight UTC. An entry without a time is not meant. */
  readonly before?: string;
  /** What exceeds the configuration's `retention`, and nothing rests on. Takes `sources` beside it, and no other condition. */
  readonly retention?: boolean;
  /** Default: all stores. */
  readonly sources?: readonly StoreName[];
}

/** How to forget. */
export interface ForgetOptions {
  /** UTF-8 bytes of the whole serialized response. Default 12,000. */
  readonly capBytes?: number;
  /** True removes for good; otherwise the answer only says what would be removed. */
  readonly confirmed?: boolean;
}
