/** Held by the one process that refreshes, and never longer than that process lives (REF-06). */
export interface RefreshLock {
  /** Takes the lock without waiting, or says who seems to hold it. */
  acquire(): Promise<HeldLock | { readonly heldBy: string }>;
  /** Says who holds the lock. Writes nothing, refuses nothing, and never gets in the way of a refresh under way. */
  holder(): Promise<"free" | { readonly heldBy: string }>;
}

/** The lock, as held by this process. */
export interface HeldLock {
  /** Gives it back; a second call does nothing. */
  release(): Promise<void>;
}
