import { describe, expect, it } from "vitest";
import type { RefreshLock } from "../../src/ports/refresh-lock.ts";

/** What every refresh lock promises about saying who holds it. `open` returns one that nobody holds yet. */
export function describeRefreshLock(name: string, open: () => RefreshLock): void {
  describe(name, () => {
    it("says who holds it for as long as it is held, and that it is free before and after", async () => {
      const lock = open();
      expect(await lock.holder()).toBe("free");
      const held = await lock.acquire();
      if ("heldBy" in held) throw new Error("nobody else could hold it");
      expect(await lock.holder()).toEqual(await lock.acquire());
      await held.release();
      expect(await lock.holder()).toBe("free");
    });

    it("is neither taken nor freed by asking", async () => {
      const lock = open();
      await lock.holder();
      const held = await lock.acquire();
      if ("heldBy" in held) throw new Error("asking took it");
      for (let asked = 0; asked < 3; asked++) await lock.holder();
      expect(await lock.acquire()).toHaveProperty("heldBy");
      await held.release();
    });
  });
}
