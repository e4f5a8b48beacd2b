import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isDated, type TimeBasis } from "../../src/model/instant.ts";
import { aTree } from "../builders/a-tree.ts";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";
import { PROJECT_ROOT, readProjectPages } from "../builders/project-pages.ts";

describe("a check of the origin", () => {
  it("has its own time, apart from what the text declares, from the record of it and from the index (TIM-10)", async () => {
    const workspace = aWorkspace({
      "docs/a.md": aPage("Owners", "The desk owns it.", "2026-09-01"),
    });
    const engine = await workspace.open();
    await engine.refresh();
    workspace.advance(3_600_000);
    const { observation } = await engine.observe("docs/a.md", {
      at: "2026-10-15T08:00:00Z",
      evidence: "https://example.com/owners",
      expires: "2026-10-22T08:00:00Z",
    });
    const { freshness, hits } = await engine.search("who owns it", { refresh: "off" });
    const times = {
      checked: freshness.live.evidence[0]?.at,
      recorded: observation.recordedAt,
      declared: hits[0]?.observed.at,
      built: freshness.projection.builtAt,
    };
    expect(times).toEqual({
      checked: "2026-10-15T08:00:00.000Z",
      recorded: "2026-10-15T13:00:00.000Z",
      declared: "2026-09-01",
      built: "2026-10-15T12:00:00.000Z",
    });
    expect(freshness.sources.oldestObservedAt).toBe("2026-09-01");
  });
});

describe("a timeline, oldest first", () => {
  it("reads written times, sorts them as instants and then cuts: the plain path, when it is asked for (ORD-06)", async () => {
    const workspace = aWorkspace();
    const names = { from: "notes", maps: [] as { from: string; to: string }[] };
    const root = aTree({
      "projects/x/memory/space.md":
        "---\nmodified: 2026-10-02 09:00:00\n---\nThird, as SQLite writes it.",
      "projects/x/memory/offset.md":
        "---\nmodified: 2026-10-02T10:00:00+05:30\n---\nFirst, by its offset.",
      "projects/x/memory/zulu.md": "---\nmodified: 2026-10-02T08:00:00Z\n---\nSecond.",
      "projects/x/memory/last.md": "---\nmodified: 2026-10-03\n---\nLast.",
    });
    names.maps.push({ from: join(root, "projects/x/memory"), to: workspace.root });
    const engine = await workspace.open();
    await engine.import({ ...names, root });
    const { events, order, window } = await engine.timeline("", { oldest: 3, sources: ["memory"] });
    expect(events.map(({ time }) => time.value)).toEqual([
      "2026-10-02T04:30:00Z",
      "2026-10-02T08:00:00Z",
      "2026-10-02T09:00:00",
    ]);
    expect({ order, omittedAfter: window.omittedAfter }).toEqual({
      order: "oldest",
      omittedAfter: 1,
    });
  });
});

/** Every TypeScript file of the source with its text. */
function readSources(): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(join(PROJECT_ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path, text: readFileSync(join(PROJECT_ROOT, "src", path), "utf8") }));
}

describe("what the clock says", () => {
  it("is called after the moment of the call or of the work, never after a session or an event (TIM-03)", () => {
    const given =
      /(?:(?:const|let) |^\s*|\{ )(\w+)(?:: number)?\s*[=:]\s*(?:new Date\()?[\w.]*clock\.now\(\)/gm;
    const names = readSources().flatMap(({ text }) =>
      [...text.matchAll(given)].map(([, name = ""]) => name),
    );
    expect(names.length).toBeGreaterThan(8);
    const honest =
      /^(?:now|nowMs|at|atMs|startedAt|startedMs|endedMs|elapsedMs|scannedAt|builtAt|indexedAt)$/;
    expect(names.filter((name) => !honest.test(name))).toEqual([]);
  });
});

describe("the page on times", () => {
  it("says of every basis whether it stands among the events, as the program does it (TIM-07)", () => {
    const page = readProjectPages().find(({ path }) => path === "docs/times.md");
    const rows = (page?.prose ?? []).map(({ text }) => text.split("|").map((cell) => cell.trim()));
    const bases: readonly Exclude<TimeBasis, "unknown">[] = [
      "observed",
      "declared",
      "committed",
      "edited",
      "observed_restamped",
      "indexed",
    ];
    for (const basis of bases) {
      const row = rows.find(([, names = ""]) => names.split(", ").includes(`\`${basis}\``));
      const isAmong = isDated({ at: "2026-10-02", basis, precision: "day", offset: "unknown" });
      expect([basis, row?.[3]]).toEqual([basis, isAmong ? "yes" : "no"]);
    }
    expect(rows.find(([, name]) => name === "`unknown`")?.[3]).toBe("no");
  });
});
