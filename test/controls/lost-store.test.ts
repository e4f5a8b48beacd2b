import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aWorkspace } from "../builders/a-workspace.ts";

const refusal = (code: string): unknown => expect.objectContaining({ code });

describe("control: a store that was kept and is gone", () => {
  it("is not begun anew by the next write, which would hide the loss (PAR-05)", async () => {
    const workspace = aWorkspace({ "a.md": "# A\n" });
    const engine = await workspace.open();
    await engine.remember("The seal was ordered");
    await engine.close();
    for (const end of ["", "-wal", "-shm"]) {
      rmSync(join(workspace.dataFolder, `memory.db${end}`), { force: true });
    }
    const next = await workspace.open();
    await expect(next.remember("Another note")).rejects.toThrow(refusal("source_unavailable"));
    const { completeness } = await next.search("seal");
    expect(completeness.sources.find(({ name }) => name === "memory")?.status).toBe("missing");
    rmSync(join(workspace.dataFolder, "kept", "memory"));
    expect((await next.remember("Another note")).outcome).toBe("kept");
  });

  it("keeps its project: no write gives it another identity (SCO-04)", async () => {
    const workspace = aWorkspace({ "a.md": "# A\n" });
    const engine = await workspace.open();
    await engine.remember("The seal was ordered");
    await engine.close();
    rmSync(join(workspace.dataFolder, "project.json"));
    const next = await workspace.open();
    const unresolved = refusal("scope_unresolved");
    await expect(next.put(Buffer.from("x"))).rejects.toThrow(unresolved);
    await expect(next.remember("Another note")).rejects.toThrow(unresolved);
    await expect(next.search("seal")).rejects.toThrow(unresolved);
  });

  it.skipIf(process.getuid?.() === 0)(
    "is failed, and not empty, where it may not be read",
    async () => {
      const workspace = aWorkspace({ "a.md": "# A\n" });
      const engine = await workspace.open();
      await engine.remember("The seal was ordered");
      await engine.close();
      chmodSync(workspace.dataFolder, 0o000);
      try {
        const { completeness } = await (await workspace.open()).notes();
        expect(completeness.complete).toBe(false);
      } finally {
        chmodSync(workspace.dataFolder, 0o700);
      }
    },
  );
});
