import { describe, expect, it } from "vitest";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";

const SECRET = "plumbago";

describe("a file that the deny-list names", () => {
  it.each([".env", "keys/id_ed25519", "deploy/credentials.json"])(
    "is refused at the first index, at every refresh and by name: %s (STO-13)",
    async (path) => {
      const workspace = aWorkspace({
        "docs/a.md": aPage("Owners", "The harbor desk owns the ledger."),
        [path]: `key=${SECRET}\n`,
      });
      const engine = await workspace.open();
      const ask = async () => {
        const { gaps, hits } = await engine.search(SECRET);
        expect(hits).toEqual([]);
        expect(gaps).toEqual(expect.arrayContaining([expect.objectContaining({ code: "denied" })]));
      };
      await ask();
      workspace.write({ [path]: `key=${SECRET} ledger\n`, "docs/b.md": "# B\n\nNew.\n" });
      await engine.refresh();
      expect((await engine.search("new")).hits).toHaveLength(1);
      await ask();
      await engine.refresh({ rebuild: true });
      await ask();
      await expect(engine.open(path)).rejects.toMatchObject({ name: "EngineError" });
      expect(JSON.stringify(await engine.map({ detail: "full" }))).not.toContain(SECRET);
    },
  );
});
