import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";

/** A renderer of the workspace's own: a real program that follows what `mode.txt` tells it. */
const RENDER = `
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
const mode = readFileSync("mode.txt", "utf8").trim();
if (mode === "fail") { console.error("the renderer says no"); process.exit(3); }
if (mode === "hang") { setInterval(() => {}, 1000); }
else {
  const owner = JSON.parse(readFileSync("records/owners.json", "utf8")).owner;
  if (mode === "move") appendFileSync("records/owners.json", " ");
  writeFileSync(join(process.env.EXHIBIT_STAGING, "owners.md"), "# Owners\\n\\nThe " + owner + " desk owns the ledger.\\n");
}
`;

function aRenderedWorkspace(timeoutMs = 20_000): TestWorkspace {
  return aWorkspace({
    "mode.txt": "work",
    "render.mjs": RENDER,
    "records/owners.json": JSON.stringify({ owner: "harbor" }),
    "exhibit.config.json": JSON.stringify({
      renderer: { command: [process.execPath, "render.mjs"], timeoutMs },
    }),
  });
}

/** Changes the record and what the renderer does, and lets the debounce window pass. */
function change(workspace: TestWorkspace, mode: string): void {
  workspace.write({ "mode.txt": mode, "records/owners.json": JSON.stringify({ owner: "signal" }) });
  workspace.advance(2_000);
}

const QUESTION = "which desk owns the ledger";
const RECORDS_ONLY = { sources: ["records"] } as const;

describe("control: the renderer", () => {
  it("serves the last good pages, marked, when it fails (REF-09, DIA-01)", async () => {
    const workspace = aRenderedWorkspace();
    const engine = await workspace.open();
    expect((await engine.search(QUESTION, RECORDS_ONLY)).hits[0]?.excerpt).toContain("harbor desk");
    change(workspace, "fail");
    const { hits, freshness, gaps, completeness } = await engine.search(QUESTION, RECORDS_ONLY);
    expect(hits[0]?.excerpt).toContain("harbor desk");
    expect(freshness.projection).toMatchObject({
      state: "last_good",
      refresh: { status: "failed" },
    });
    expect(freshness.projection.refresh.reason).toContain("the renderer says no");
    expect(gaps.map((gap) => gap.code)).toContain("refresh_failed");
    expect(completeness.complete).toBe(false);
  });

  it("ends a renderer that is over its time and serves the last good pages", async () => {
    const workspace = aRenderedWorkspace(5_000);
    const engine = await workspace.open();
    await engine.search(QUESTION);
    workspace.write({
      "exhibit.config.json": JSON.stringify({
        renderer: { command: [process.execPath, "render.mjs"], timeoutMs: 50 },
      }),
    });
    change(workspace, "hang");
    const impatient = await workspace.open();
    const { hits, freshness } = await impatient.search(QUESTION, RECORDS_ONLY);
    expect(hits[0]?.excerpt).toContain("harbor desk");
    expect(freshness.projection).toMatchObject({
      state: "last_good",
      refresh: { status: "failed" },
    });
    expect(freshness.projection.refresh.reason).toContain("renderer_timeout");
  });

  it("publishes nothing of records that change while they are rendered (REF-12)", async () => {
    const workspace = aRenderedWorkspace();
    const engine = await workspace.open();
    await engine.search(QUESTION);
    change(workspace, "move");
    const { hits, freshness } = await engine.search(QUESTION, RECORDS_ONLY);
    expect(hits[0]?.excerpt).toContain("harbor desk");
    expect(freshness.projection.refresh.reason).toContain("inputs_changed");
    workspace.write({ "mode.txt": "work" });
    workspace.advance(2_000);
    const still = await engine.search(QUESTION, RECORDS_ONLY);
    expect(still.hits[0]?.excerpt).toContain("signal desk");
    expect(still.freshness.projection.state).toBe("current");
  });

  it("refuses a strict search rather than serve anything but current", async () => {
    const workspace = aRenderedWorkspace();
    const engine = await workspace.open();
    await engine.search(QUESTION);
    change(workspace, "fail");
    await expect(engine.search(QUESTION, { refresh: "strict" })).rejects.toMatchObject({
      code: "refresh_failed",
    });
  });

  it("is the built-in one until the configuration names a command, which then makes the pages (COR-18)", async () => {
    const workspace = aWorkspace({
      "records/owners.jsonl": `${JSON.stringify({ id: "o1", title: "Ledger", body: "The quay desk owns the ledger.", observedAt: "2026-10-01" })}\n`,
    });
    const engine = await workspace.open();
    const { hits } = await engine.search(QUESTION);
    expect(hits[0]).toMatchObject({
      artifact: "artifact://records/owners.md",
      origin: "rendered",
      ageDays: 14,
    });
    const page = join(workspace.dataFolder, "pages", "owners.md");
    expect(readFileSync(page, "utf8")).toContain("quay desk");

    workspace.write({
      "mode.txt": "work",
      "render.mjs": RENDER,
      "records/owners.json": JSON.stringify({ owner: "harbor" }),
      "exhibit.config.json": JSON.stringify({
        renderer: { command: [process.execPath, "render.mjs"], timeoutMs: 20_000 },
      }),
    });
    workspace.advance(2_000);
    const swapped = await (await workspace.open()).search(QUESTION, RECORDS_ONLY);
    expect(swapped.hits.map(({ excerpt }) => excerpt)).toEqual([
      "# Owners\n\nThe harbor desk owns the ledger.",
    ]);
    expect(readFileSync(page, "utf8")).not.toContain("quay desk");
  });
});

describe("control: records and their pages", () => {
  const record = JSON.stringify({
    id: "o1",
    title: "Ledger",
    body: "The quay desk owns it.",
    observedAt: "2026-10-01",
  });

  it("keeps the records when the projection is deleted, and renders them again (COR-03, COR-04)", async () => {
    const workspace = aWorkspace({ "records/owners.jsonl": `${record}\n` });
    await (await workspace.open()).search("quay");
    workspace.remove(".exhibit");
    expect(readFileSync(join(workspace.root, "records/owners.jsonl"), "utf8")).toBe(`${record}\n`);
    const again = await workspace.open();
    expect((await again.search("quay")).hits).toHaveLength(1);
  });

  it("calls the projection inconsistent when only a rendered page was edited, until the next refresh (COR-04)", async () => {
    const workspace = aWorkspace({ "records/owners.jsonl": `${record}\n` });
    const engine = await workspace.open();
    await engine.search("quay");
    const page = join(workspace.dataFolder, "pages", "owners.md");
    const rendered = readFileSync(page, "utf8");
    writeFileSync(page, rendered.replace("quay desk", "night desk"));
    workspace.advance(2_000);
    const edited = await engine.search("quay desk");
    expect(edited.freshness.projection.state).toBe("inconsistent");
    expect(edited.hits[0]?.citation.state).toBe("changed");
    await engine.refresh();
    expect(readFileSync(page, "utf8")).toBe(rendered);
    const after = await engine.search("quay desk");
    expect(after.freshness.projection.state).toBe("current");
  });

  it("writes nothing into the records when it refreshes (REF-02)", async () => {
    const workspace = aWorkspace({ "records/owners.jsonl": `${record}\n`, "a.md": "# A\n" });
    const engine = await workspace.open();
    await engine.refresh();
    await engine.refresh({ rebuild: true });
    expect(readFileSync(join(workspace.root, "records/owners.jsonl"), "utf8")).toBe(`${record}\n`);
  });
});
