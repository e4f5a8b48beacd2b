import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Gap } from "../../../src/model/gap.ts";
import { findPagePathProblem } from "../../../src/model/page-path.ts";
import { createRecordsRenderer } from "../../../src/sources/records/records-renderer.ts";
import { aTree } from "../../builders/a-tree.ts";

interface Rendered {
  readonly pages: Readonly<Record<string, string>>;
  readonly gaps: readonly Gap[];
}

async function render(files: Readonly<Record<string, string | Uint8Array>>): Promise<Rendered> {
  return renderIn(aTree(files));
}

async function renderIn(root: string): Promise<Rendered> {
  const outcome = await createRecordsRenderer(root).render();
  if (outcome.status !== "rendered") throw new Error(outcome.detail);
  const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
  return {
    pages: Object.fromEntries(outcome.pages.map(({ path, bytes }) => [path, decode(bytes)])),
    gaps: outcome.gaps,
  };
}

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join("\n");
const aRecord = (change: object = {}): object => ({ id: "r-1", title: "T", body: "B", ...change });

describe("the built-in renderer", () => {
  it("writes one page a module and one section a record, with what each states (COR-03, COR-14)", async () => {
    const { pages, gaps } = await render({
      "records/delivery-plan.jsonl": lines(
        {
          id: "kiln-2",
          title: "Kiln 2",
          body: "Out of use.\n\nSince spring.",
          observedAt: "2026-10-03",
          evidence: "walk, sheet 7",
          owner: "Ada",
          tags: ["kiln", "repair"],
          supersedes: ["kiln-1"],
          "x-note": { page: 3 },
        },
        { id: 17, title: "Looms", body: "Three.", observedAt: "2026-10-01T08:30:00+02:00" },
      ),
    });
    expect(gaps).toEqual([]);
    expect(pages).toEqual({
      "delivery-plan.md": [
        "# Delivery plan",
        "",
        "Rendered from records/delivery-plan.jsonl. Edit the records: this page is written again from them.",
        "",
        "Source snapshot range (UTC): 2026-10-01T06:30:00Z to 2026-10-03",
        "",
        "## Kiln 2",
        "",
        "Out of use.",
        "",
        "Since spring.",
        "",
        'Record kiln-2 · observed 2026-10-03 · evidence: walk, sheet 7 · owner: Ada · tags: kiln, repair · supersedes: kiln-1 · x-note: {"page":3}',
        "",
        "## Looms",
        "",
        "Three.",
        "",
        "Record 17 · observed 2026-10-01T06:30:00Z",
        "",
      ].join("\n"),
    });
  });

  it("gives equal bytes for equal records, whenever it runs", async () => {
    const files = { "records/a.yaml": "- {id: x, title: T, body: B, observedAt: 2026-10-01}\n" };
    expect(await render(files)).toEqual(await render(files));
  });

  it("never invents a date: none stated, none in the page; some stated, the others counted (FRE-16)", async () => {
    const { pages } = await render({
      "records/none.jsonl": lines(aRecord()),
      "records/some.jsonl": lines(
        aRecord({ id: "a", observedAt: "2026-10-01" }),
        aRecord({ id: "b", observedAt: "unknown" }),
      ),
    });
    expect(pages["none.md"]).not.toMatch(/Source snapshot range|\d{4}-\d\d/);
    expect(pages["none.md"]).toContain("Record r-1 · observed unknown");
    expect(pages["some.md"]).toContain(
      "Source snapshot range (UTC): 2026-10-01 to 2026-10-01\n\nRecords that state no date: 1.\n",
    );
  });

  it("keeps a record whose date cannot be read, without the date, and says so", async () => {
    const { pages, gaps } = await render({
      "records/a.jsonl": lines(aRecord({ observedAt: "last week" })),
    });
    expect(pages["a.md"]).toContain("observed unknown");
    expect(gaps).toEqual([
      {
        code: "record_invalid",
        subject: "records/a.jsonl:1",
        detail: 'observedAt "last week" is not an ISO 8601 date; its date is unknown',
      },
    ]);
  });

  it("leaves out bad records by file and line, and keeps the others", async () => {
    const { pages, gaps } = await render({
      "records/a.jsonl": [
        "{ broken",
        lines(aRecord({ id: "ok" })),
        lines({ id: "x", title: "no body" }),
        lines(aRecord({ id: " " })),
        lines(aRecord({ id: "y", title: ["a", "b"] })),
        "[1]",
        lines(aRecord({ id: "z", module: 7 })),
      ].join("\n"),
      "records/b.yml": "- id: q\n  title: T\n",
      "records/c.json": JSON.stringify([aRecord({ id: "also ok" })]),
    });
    expect(Object.keys(pages)).toEqual(["a.md", "c.md"]);
    expect(gaps.map((gap) => `${gap.code} ${gap.subject} ${gap.detail}`)).toEqual([
      expect.stringMatching(/^record_invalid records\/a.jsonl:1 .*JSON/),
      "record_invalid records/a.jsonl:3 body is missing",
      "record_invalid records/a.jsonl:4 id is empty",
      "record_invalid records/a.jsonl:5 title is not text",
      "record_invalid records/a.jsonl:6 a record is an object with title and body",
      "record_invalid records/a.jsonl:7 module is not text",
      "record_invalid records/b.yml:1 body is missing",
    ]);
  });

  it("makes an id from module and title where none is stated, whatever the order of the records", async () => {
    const records = [
      { title: "Kiln 2: out of use", body: "Since spring." },
      { title: "Looms", body: "Three.", module: "Weaving hall" },
      { id: null, title: "¡!", body: "Signs." },
    ];
    const first = await render({ "records/a-b.jsonl": lines(...records) });
    const turned = await render({ "records/a-b.jsonl": lines(...records.reverse()) });
    expect(first.gaps).toEqual([]);
    for (const { pages } of [first, turned]) {
      const text = Object.values(pages).join("\n");
      expect(text).toContain("Record a-b/kiln-2-out-of-use · observed unknown");
      expect(text).toContain("Record weaving-hall/looms · ");
      expect(text).toContain("Record a-b/c2a121 · ");
    }
  });

  it("asks for an id where two records of a module have one title and none states one", async () => {
    const twin = { title: "Limits", body: "B" };
    const { gaps } = await render({
      "records/a.jsonl": lines(twin, twin),
      "records/b.jsonl": lines(twin),
    });
    expect(gaps).toEqual([
      {
        code: "record_invalid",
        subject: "records/a.jsonl:2",
        detail:
          'id "a/limits" (made from module and title; state one) is taken by records/a.jsonl:1, which is kept',
      },
    ]);
  });

  it("keeps the first of records with one id, in file and line order", async () => {
    const { pages, gaps } = await render({
      "records/b.jsonl": lines(aRecord({ body: "third" })),
      "records/a.jsonl": lines(aRecord({ body: "first" }), aRecord({ body: "second" })),
    });
    expect(Object.keys(pages)).toEqual(["a.md"]);
    expect(pages["a.md"]).toContain("first");
    expect(gaps).toMatchObject([
      {
        subject: "records/a.jsonl:2",
        detail: 'id "r-1" is taken by records/a.jsonl:1, which is kept',
      },
      { subject: "records/b.jsonl:1" },
    ]);
  });

  it("lets a record name its module, across files, and names no file outside the pages folder", async () => {
    const { pages } = await render({
      "records/a.jsonl": lines(
        aRecord({ id: "1", module: "Source age" }),
        aRecord({ id: "2", module: "../../etc" }),
        aRecord({ id: "3", module: ".hidden" }),
        aRecord({ id: "4", module: "source AGE" }),
        aRecord({ id: "5", module: "größe/1" }),
      ),
      "records/b.jsonl": lines(aRecord({ id: "6", module: "Source age" })),
    });
    expect(Object.keys(pages)).toEqual([
      "%2E.%2F..%2Fetc.md",
      "%2Ehidden.md",
      "Source age.md",
      "größe%2F1.md",
    ]);
    expect(pages["Source age.md"]).toContain("Rendered from records/a.jsonl, records/b.jsonl.");
    expect(pages["Source age.md"]?.match(/^## /gm)).toHaveLength(3);
  });

  it("keeps modules and sections exact whatever a record's text holds", async () => {
    const { pages } = await render({
      "records/a.jsonl": lines(
        aRecord({ id: "1", title: "C #\n# not a module", body: "# Fake module\n\n```\nopen" }),
        aRecord({ id: "2\n## x", title: "Next", body: "nul \0 byte", owner: "a\n\n## Fake" }),
      ),
    });
    const page = pages["a.md"] ?? "";
    expect(page.match(/^#{1,2} .*/gm)).toEqual(["# A", "## C # # not a module", "## Next"]);
    expect(page).toContain("> ### Fake module");
    expect(page).not.toContain("\0");
  });

  it("reads the records folder alone: no dot files, no folders in it, no links, no other types", async () => {
    const root = aTree({
      "records/.hidden.jsonl": lines(aRecord({ id: "1" })),
      "records/deep/a.jsonl": lines(aRecord({ id: "2" })),
      "records/README.md": "about",
      "a.jsonl": lines(aRecord({ id: "3" })),
    });
    symlinkSync("../a.jsonl", join(root, "records/link.jsonl"));
    mkdirSync(join(root, "records/folder.json"));
    expect(await renderIn(root)).toEqual({ pages: {}, gaps: [] });
    expect(await render({ "other.md": "" })).toEqual({ pages: {}, gaps: [] });
  });

  it("reports a record file that is not UTF-8, and takes a byte order mark", async () => {
    const { pages, gaps } = await render({
      "records/a.jsonl": Buffer.concat([
        Buffer.from([0xef, 0xbb, 0xbf]),
        Buffer.from(lines(aRecord())),
      ]),
      "records/b.jsonl": Buffer.from([0x7b, 0xff, 0xfe]),
    });
    expect(Object.keys(pages)).toEqual(["a.md"]);
    expect(gaps).toEqual([
      { code: "file_undecodable", subject: "records/b.jsonl", detail: "not UTF-8" },
    ]);
  });
});

describe("a record that would break the program", () => {
  const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  const recordWith = (note: string): string => `{"id":"bad","title":"T","body":"B","note":${note}}`;
  const good = JSON.stringify({ id: "good", title: "Good", body: "B" });

  it.each([
    ["20,000 nested lists", "a.jsonl", `${recordWith(deep(20_000))}\n${good}`, 1],
    ["lists one deeper than the limit", "a.jsonl", `${recordWith(deep(100))}\n${good}`, 1],
    ["20,000 nested lists", "a.json", `[${recordWith(deep(20_000))},\n${good}]`, 1],
    [
      "a list that holds itself",
      "a.yaml",
      `- id: bad\n  title: T\n  body: B\n  note: &a [*a]\n- ${good}`,
      1,
    ],
    [
      "aliases that hold each other twice",
      "a.yaml",
      `- id: bad\n  title: T\n  body: B\n  note: &a [*a, *a]\n- ${good}`,
      1,
    ],
    [
      "a record that holds itself",
      "a.yaml",
      `- &a {id: bad, title: T, body: B, x: *a}\n- ${good}`,
      1,
    ],
    [
      "a merge of what is no map",
      "a.yaml",
      `%YAML 1.1\n---\n- id: bad\n  title: T\n  body: B\n  <<: 5\n- ${good}`,
      3,
    ],
  ])("is one gap, and the others survive: %s in %s", async (_case, name, text, line) => {
    const { pages, gaps } = await render({ [`records/${name}`]: text });
    expect(gaps).toMatchObject([{ code: "record_invalid", subject: `records/${name}:${line}` }]);
    expect(pages["a.md"]).toContain("## Good");
  });

  it("is a gap when a YAML file is nested deeper than its parser goes", async () => {
    const files = { "records/a.yaml": `x: ${deep(20_000)}`, "records/b.jsonl": good };
    const { pages, gaps } = await render(files);
    expect(gaps).toMatchObject([{ code: "record_invalid" }]);
    expect(Object.keys(pages)).toEqual(["b.md"]);
  });

  it("keeps lists up to the limit", async () => {
    expect((await render({ "records/a.jsonl": recordWith(deep(99)) })).gaps).toEqual([]);
  });

  it("is said in few words, whatever it holds", async () => {
    const id = "x".repeat(10_000);
    const record = { id, title: "T", body: "B", observedAt: id };
    const { gaps } = await render({ "records/a.jsonl": lines(record, record) });
    expect(gaps.length).toBeGreaterThan(1);
    for (const { detail = "" } of gaps) expect(detail.length).toBeLessThan(300);
  });

  it("gets a page name that file systems take, another for each module", async () => {
    const module = "€".repeat(59);
    const { pages } = await render({
      "records/a.jsonl": lines(
        aRecord({ id: "1", module: `${module}a` }),
        aRecord({ id: "2", module: `${module}b` }),
      ),
    });
    expect(Object.keys(pages)).toHaveLength(2);
    for (const path of Object.keys(pages)) expect(findPagePathProblem(path)).toBe("none");
  });

  it("has its line found although its text is megabytes of escapes", async () => {
    const body = "\n".repeat(4_000_000);
    const text = `[\n${JSON.stringify({ id: "1", title: "T", body: `B${body}` })},\n5]`;
    const { gaps } = await render({ "records/a.json": text });
    expect(gaps).toMatchObject([{ subject: "records/a.json:3" }]);
  });
});
