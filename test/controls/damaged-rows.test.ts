import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { withContentDatabase } from "../builders/stored-rows.ts";

const QUESTION = "which desk owns the ledger";

/** Rows that are read as JSON, and rows that are read as numbers, each spoiled in a way SQLite does not notice. */
const SPOILED: Readonly<Record<string, string>> = {
  "an artifact's attributes are cut off": "UPDATE artifacts SET attributes = '{'",
  "an artifact's attributes are another's":
    "UPDATE artifacts SET attributes = (SELECT attributes FROM artifacts LIMIT 1)",
  "an artifact's date is another one":
    "UPDATE artifacts SET attributes = replace(attributes, '2026-10-01', '2026-10-11')",
  "a gap is no JSON": "INSERT INTO gaps (gap) VALUES ('nothing')",
  "a fact is no JSON": "INSERT INTO facts (fact) VALUES ('[\"recordsDigest\"')",
  "the refresh record is no JSON": "UPDATE refresh_record SET record = '{\"at\":1'",
  "a generation has a negative count": "UPDATE generations SET artifact_count = -1",
};

async function anIndexedWorkspace(): Promise<TestWorkspace> {
  const workspace = aWorkspace({
    "a.md": aPage("Owners", "The harbor desk owns the ledger."),
    "b.md": aPage("Checks", "The signal desk checks the ledger."),
  });
  const engine = await workspace.open();
  await engine.search(QUESTION);
  await engine.close();
  return workspace;
}

for (const [what, sql] of Object.entries(SPOILED)) {
  describe(`control: ${what}`, () => {
    it("is answered from memory by a search that may not write, and says so (COR-20)", async () => {
      const workspace = await anIndexedWorkspace();
      withContentDatabase(workspace.dataFolder, (db) => db.exec(sql));
      const engine = await workspace.open();
      const { hits, gaps } = await engine.search(QUESTION, { refresh: "off" });
      expect(hits.map((hit) => hit.observed.at)).toEqual(["2026-10-01", "2026-10-01"]);
      expect(gaps).toContainEqual(
        expect.objectContaining({ code: "index_damaged", subject: "content.db" }),
      );
      expect(readdirSync(workspace.dataFolder).join()).not.toContain("damaged");
    });

    it("is set aside and rebuilt by a search that may write, and the next process finds it sound", async () => {
      const workspace = await anIndexedWorkspace();
      withContentDatabase(workspace.dataFolder, (db) => db.exec(sql));
      const engine = await workspace.open();
      const { hits, gaps, freshness } = await engine.search(QUESTION);
      expect(hits).toHaveLength(2);
      expect(gaps.find(({ code }) => code === "index_damaged")?.detail).toContain("set aside");
      expect(freshness.projection).toMatchObject({ state: "current", generation: 1 });
      await engine.close();
      const next = await workspace.open();
      expect((await next.search(QUESTION)).gaps).toEqual([]);
      expect((await next.doctor()).findings).toContainEqual(
        expect.objectContaining({ name: "stored rows", status: "ok" }),
      );
    });
  });
}

describe("control: a database that is damaged under an open engine", () => {
  it("is set aside, rebuilt and answered from by the same engine, also for calls made together", async () => {
    const workspace = await anIndexedWorkspace();
    const engine = await workspace.open();
    await engine.search(QUESTION);
    withContentDatabase(workspace.dataFolder, (db) =>
      db.exec("UPDATE artifacts SET attributes = '{'"),
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => engine.search(QUESTION)));
    for (const { hits, gaps } of answers) {
      expect(hits).toHaveLength(2);
      expect(gaps.map(({ code }) => code)).toEqual(["index_damaged"]);
    }
    const kept = readdirSync(workspace.dataFolder).filter((name) => /damaged-[0-9TZ]+$/.test(name));
    expect(kept).toHaveLength(1);
    expect((await engine.status({ refresh: "auto" })).freshness.projection.state).toBe("current");
  });

  it("is reported by doctor with what to do, and refresh then does it", async () => {
    const workspace = await anIndexedWorkspace();
    withContentDatabase(workspace.dataFolder, (db) =>
      db.exec("UPDATE artifacts SET attributes = '{'"),
    );
    const engine = await workspace.open();
    expect((await engine.doctor()).findings).toContainEqual(
      expect.objectContaining({
        name: "stored rows",
        status: "failed",
        advice: expect.stringContaining("exhibit refresh"),
      }),
    );
    const { artifactCount, gaps } = await engine.refresh();
    expect(artifactCount).toBe(2);
    expect(gaps.map(({ code }) => code)).toEqual(["index_damaged"]);
    expect((await engine.doctor()).findings).toContainEqual(
      expect.objectContaining({ name: "stored rows", status: "ok" }),
    );
  });
});
