import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/index.ts";
import { aWorkspace } from "../builders/a-workspace.ts";

const PAGES = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [`p${String(n).padStart(2, "0")}.md`, `# Page ${n}\n\nx\n`]),
);

/** Follows `after` from page to page, as its description says. */
async function readPages(engine: Engine, capBytes: number): Promise<readonly string[]> {
  const seen: string[] = [];
  for (;;) {
    const last = seen.at(-1);
    const page = await engine.map({
      capBytes,
      detail: "identity",
      ...(last === undefined ? {} : { after: last }),
    });
    const refs = page.modules.map(({ artifact }) => artifact);
    seen.push(...refs);
    expect(page.moduleCount).toBe(30);
    expect(page.remaining).toBe(30 - seen.length);
    expect(refs.length).toBeGreaterThan(0);
    if (page.remaining === 0) return seen;
  }
}

describe("map", () => {
  it("shows every module exactly once from page to page, at any cap (COR-02)", async () => {
    const engine = await aWorkspace(PAGES).open();
    const expected = Object.keys(PAGES).map((path) => `artifact://files/${path}`);
    expect(await readPages(engine, 2_500)).toEqual(expected);
    expect(await readPages(engine, 4_000)).toEqual(expected);
  });

  it("goes on behind a path that is not there any more", async () => {
    const workspace = aWorkspace(PAGES);
    const engine = await workspace.open();
    workspace.remove("p03.md");
    const { modules } = await engine.map({ after: "p03.md", limit: 1 });
    expect(modules[0]?.artifact).toBe("artifact://files/p04.md");
  });

  it("cuts a text that is larger than the cap to whole lines, marked (BUD-11)", async () => {
    const text = Array.from({ length: 400 }, (_, n) => `line ${n}`).join("\n");
    const engine = await aWorkspace({ "big.md": `# Big\n\n${text}\n` }).open();
    const { modules, budget } = await engine.map({ detail: "full", capBytes: 3_000 });
    const [module] = modules;
    expect(module?.truncated).toBe("cap");
    expect(`# Big\n\n${text}\n`.startsWith(module?.text ?? "-")).toBe(true);
    expect(module?.text).toMatch(/line \d+\n$/);
    expect(budget.usedBytes).toBeLessThanOrEqual(3_000);
    expect(budget.usedBytes).toBeGreaterThan(2_900);
    const whole = (await engine.map({ detail: "full" })).modules[0];
    expect(whole?.truncated).toBeUndefined();
    expect(whole?.text).toBe(`# Big\n\n${text}\n`);
  });

  it("leaves sections out before it leaves the module out", async () => {
    const sections = Array.from({ length: 200 }, (_, n) => `## Section ${n}\n\nx\n`).join("\n");
    const engine = await aWorkspace({ "many.md": `# Many\n\n${sections}` }).open();
    const { modules } = await engine.map({ capBytes: 2_500 });
    expect(modules[0]?.truncated).toBe("cap");
    expect(modules[0]?.sections?.length).toBeGreaterThan(0);
    expect(modules[0]?.sections?.length).toBeLessThan(200);
  });
});

describe("refresh", () => {
  it("counts a file that was touched and holds the same as unchanged", async () => {
    const workspace = aWorkspace(PAGES);
    const engine = await workspace.open();
    await engine.refresh();
    workspace.advance(5_000);
    workspace.write({ "p01.md": PAGES["p01.md"] ?? "", "p02.md": PAGES["p02.md"] ?? "" });
    expect(await engine.refresh()).toMatchObject({
      added: 0,
      changed: 0,
      removed: 0,
      unchanged: 30,
    });
    expect(await engine.refresh()).toMatchObject({ unchanged: 30 });
  });
});
