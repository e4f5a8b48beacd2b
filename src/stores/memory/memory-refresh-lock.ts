import type { RefreshLock } from "../../ports/refresh-lock.ts";

/** Returns a lock for a store that no other process can see. */
export function createMemoryRefreshLock(): RefreshLock {
  let isHeld = false;
  return {
    async acquire() {
      if (isHeld) return { heldBy: "this process" };
      isHeld = true;
      let isReleased = false;
      return {
        async release() {
          if (!isReleased) isHeld = false;
          isReleased = true;
        },
      };
    },
    holder: async () => (isHeld ? { heldBy: "this process" } : "free"),
  };
}
