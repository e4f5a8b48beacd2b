/** Held by the one process that refreshes. The operating system frees it when the holder dies (REF-06). */
export interface RefreshLock {
  /** Takes the lock without waiting, or says who seems to hold it. */
  acquire(): Promise<HeldLock | { readonly heldBy: string }>;
  /** Says who holds the lock. Writes nothing, refuses nothing, and never gets in the way of a refresh under way. */
  holder(): Promise<"free" | { readonly heldBy: string }>;
}

export interface HeldLock {
  release(): Promise<void>;
}
