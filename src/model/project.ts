/**
 * The isolation scope: one data folder, one set of database files. Sessions, memory and captures belong to the repository,
 * so that its worktrees share them; content belongs to one worktree.
 */
export interface Project {
  /** Random, kept in the data folder; every store of it carries it, and one with another id is refused. */
  readonly id: string;
  /** The folder's name, or the one it was opened by. */
  readonly name: string;
  /** Absolute folders whose records belong to it: its root, its worktrees, and what links to them. */
  readonly roots: readonly string[];
}
