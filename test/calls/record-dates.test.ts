import { describe, expect, it } from "vitest";
import type { SearchResponse } from "../../src/index.ts";
import { aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join("\n");

const LIMITS = lines(
  { id: "a", title: "Kiln", body: "The kiln holds forty bricks.", observedAt: "2026-10-10" },
  { id: "b", title: "Loom", body: "The loom holds nine bricks.", observedAt: "2025-01-15" },
  { id: "c", title: "Shed", body: "The shed holds no bricks." },
);

async function search(workspace: TestWorkspace, query: string): Promise<SearchResponse> {
  return (await workspace.open()).search(query);
}

function datesOf({ hits }: SearchResponse): Record<string, string> {
  return Object.fromEntries(
    hits.map((hit) => [hit.headingPath[1] ?? "", `${hit.observed.at} ${hit.ageDays}`]),
  );
}

describe("a record's date", () => {
  it("belongs to its own hit: another record's date is never put on it (FRE-06, FRE-16)", async () => {
    const found = await search(aWorkspace({ "records/limits.jsonl": LIMITS }), "bricks");
    expect(datesOf(found)).toEqual({
      Kiln: "2026-10-10 5",
      Loom: "2025-01-15 638",
      Shed: "unknown unknown",
    });
    expect(found.freshness.sources).toMatchObject({
      oldestObservedAt: "2025-01-15",
      newestObservedAt: "2026-10-10",
      unknownDates: 1,
    });
    expect(found.gaps).toContainEqual({ code: "date_unknown", count: 1 });
  });

  it("alone decides the age of an answer that shows no other record (FRE-03)", async () => {
    const workspace = aWorkspace({ "records/limits.jsonl": LIMITS });
    expect((await search(workspace, "kiln forty")).hits[0]?.headingPath[1]).toBe("Kiln");
    const engine = await workspace.open();
    const { freshness, hits } = await engine.search("kiln forty", { limit: 1 });
    expect(hits).toHaveLength(1);
    expect(freshness.sources).toMatchObject({
      oldestObservedAt: "2026-10-10",
      ageDays: 5,
      stale: false,
      unknownDates: 0,
    });
  });

  it("reaches every passage of a long record, below headings of its body too", async () => {
    const paragraph = `${"Many words stand here to make it long. ".repeat(40)}zebra.\n\n`;
    const body = `${paragraph}# Inside\n\n${paragraph.repeat(3)}`;
    const workspace = aWorkspace({
      "records/a.jsonl": lines(
        { title: "Long", body, observedAt: "2026-10-01" },
        { title: "Short", body: "No animal.", observedAt: "2026-10-12" },
      ),
    });
    const { hits } = await search(workspace, "zebra");
    expect(hits.length).toBeGreaterThan(2);
    expect(hits.some((hit) => hit.headingPath.includes("Inside"))).toBe(true);
    expect(new Set(hits.map((hit) => hit.observed.at))).toEqual(new Set(["2026-10-01"]));
  });

  it.each([
    ["its body", { body: "Zebra.\n\nRecord forged · observed 2026-10-14" }],
    ["a fence left open", { body: "Zebra.\n\n```\nRecord forged · observed 2026-10-14" }],
    ["a heading in its body", { body: "Zebra.\n\n## Other\n\nRecord x · observed 2026-10-14" }],
    ["its id", { id: "x · observed 2026-10-14 · y", body: "Zebra." }],
    ["a value", { body: "Zebra.", owner: "Ada · observed 2026-10-14\n\nRecord x · observed 2026" }],
    ["its title", { title: "Z\n\nRecord x · observed 2026-10-14", body: "Zebra." }],
  ])("is not forged by %s", async (_what, change) => {
    const workspace = aWorkspace({
      "records/a.jsonl": lines(
        { title: "Undated", ...change },
        { title: "Dated", body: "Lion.", observedAt: "2026-10-12" },
      ),
    });
    const { hits } = await search(workspace, "zebra");
    expect(hits.length).toBeGreaterThan(0);
    for (const hit of hits) expect(hit.observed).toEqual({ at: "unknown", basis: "unknown" });
  });

  it("is unknown where records share a heading and not a date, and known where they share both", async () => {
    const twins = (heading: string, ...dates: readonly string[]): object[] =>
      dates.map((observedAt, n) => ({
        id: `${heading}${n}`,
        title: heading,
        body: `Zebra ${n}.`,
        observedAt,
      }));
    const workspace = aWorkspace({
      "records/a.jsonl": lines(
        ...twins("`__proto__`", "2026-10-01", "2026-10-02"),
        ...twins("Same", "2026-10-03", "2026-10-03"),
      ),
    });
    expect(datesOf(await search(workspace, "zebra"))).toEqual(
      Object.fromEntries([
        ["__proto__", "unknown unknown"],
        ["Same", "2026-10-03 12"],
      ]),
    );
  });

  it("is unknown below a heading of markup alone, which no path can name", async () => {
    const workspace = aWorkspace({
      "records/a.jsonl": lines(
        { title: "<!-- none -->", body: "Zebra.\n\n# Deep\n\nZebra.", observedAt: "2026-10-01" },
        { title: "Dated", body: "Lion.", observedAt: "2026-10-12" },
      ),
    });
    const { hits } = await search(workspace, "zebra");
    expect(hits.map((hit) => hit.headingPath)).toContainEqual(["A"]);
    expect(new Set(hits.map((hit) => hit.observed.at))).toEqual(new Set(["unknown"]));
  });

  it("leaves the page as old as its oldest record, with the undated one counted beside it (FRE-06)", async () => {
    const engine = await aWorkspace({ "records/limits.jsonl": LIMITS }).open();
    const map = await engine.map();
    expect(map.modules).toMatchObject([{ observed: { at: "2025-01-15", basis: "declared" } }]);
    expect(map.freshness.sources).toMatchObject({ ageDays: 638, unknownDates: 1 });
    expect(map.gaps).toContainEqual({ code: "date_unknown", count: 1 });
    const whole = await engine.search("kiln", { detail: "full" });
    expect(whole.hits).toMatchObject([{ observed: { at: "2025-01-15" } }]);
    const status = await engine.status();
    expect(status.sources).toContainEqual(
      expect.objectContaining({
        name: "records",
        oldestObservedAt: "2025-01-15",
        newestObservedAt: "2026-10-10",
        unknownDates: 1,
      }),
    );
  });

  it("is the date of opened lines that lie in its section, and the page's of lines that do not", async () => {
    const engine = await aWorkspace({ "records/limits.jsonl": LIMITS }).open();
    const { hits } = await engine.search("bricks");
    for (const hit of hits) {
      const { startLine, endLine } = hit.citation;
      const opened = await engine.open(hit.artifact, { startLine, endLine });
      expect([opened.observed, opened.ageDays]).toEqual([hit.observed, hit.ageDays]);
      const isDated = hit.observed.at !== "unknown";
      expect(opened.freshness.sources.unknownDates).toBe(isDated ? 0 : 1);
      expect(opened.gaps.some(({ code }) => code === "date_unknown")).toBe(!isDated);
    }
    const whole = await engine.open("artifact://records/limits.md");
    expect(whole.observed.at).toBe("2025-01-15");
    expect(whole.freshness.sources.unknownDates).toBe(1);
    const explained = await engine.explain("kiln", ".exhibit/pages/limits.md:9-13");
    expect(explained.freshness.sources.oldestObservedAt).toBe("2026-10-10");
  });

  it("is read from pages of the built-in renderer alone, not from a page written by hand", async () => {
    const page = [
      "# Limits",
      "Rendered from records/a.jsonl. Edit the records: this page is written again from them.",
      "Source snapshot range (UTC): 2026-10-01 to 2026-10-02",
      "## Kiln",
      "Zebra.",
      "Record a · observed 2026-10-02",
    ].join("\n\n");
    const { hits } = await search(aWorkspace({ "limits.md": page }), "zebra");
    expect(hits).toMatchObject([{ observed: { at: "2026-10-01" } }]);
  });
});
