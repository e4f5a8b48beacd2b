import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { buildCommand } from "./builders/built-command.ts";
import { readRegion } from "./builders/example-region.ts";
import { readExportedNames, readSignatures } from "./builders/exported-names.ts";
import { withMissedMarks } from "./builders/missed-marks.ts";
import { type Fence, PROJECT_ROOT, parsePage, readProjectPages } from "./builders/project-pages.ts";
import { syncPages } from "./builders/sync-pages.ts";
import { readTestTitles } from "./builders/test-titles.ts";
import {
  type Desk,
  openDesk,
  parseTranscript,
  splitCommand,
  steady,
} from "./builders/transcript.ts";
import { findBrokenLinks, findFigureFaults, findWordingFaults } from "./docs-rules.ts";

const built = await buildCommand();
if (process.env["MODE"] === "sync") await syncPages(built);

const pages = readProjectPages();
const fences = pages.flatMap((page) => page.fences);
const lines = pages.flatMap((page) => page.prose);

const pageAt = (path: string) => pages.find((page) => page.path === path) ?? parsePage(path, "");
const headings = (path: string, level: string): readonly string[] =>
  pageAt(path)
    .prose.filter(({ text }) => text.startsWith(`${level} `))
    .map(({ text }) => text.slice(level.length + 1));

/** What a fence is, by its info string: a drawing, a transcript, a list of commands, or a quotation. */
function kindOf({ info, place }: Fence): "console" | "diagram" | "sh" | "ts" {
  if (info === "console") return "console";
  if (info === "sh") return "sh";
  if (info === "text diagram") return "diagram";
  if (/^(?:ts examples\/[\w-]+\.ts|js examples\/[\w-]+\.mjs)#[\w-]+$/.test(info)) return "ts";
  throw new Error(`${place}: a fence of no known kind: "${info}"`);
}

const fencesOf = (kind: ReturnType<typeof kindOf>) => fences.filter((f) => kindOf(f) === kind);

const desks = new Map<string, Desk>();
/** One desk a page: a page is read from its top, so a later command sees what an earlier one left. */
function deskOf(place: string): Desk {
  const page = place.replace(/:.*$/, "");
  const desk = desks.get(page) ?? openDesk(built);
  desks.set(page, desk);
  return desk;
}
afterAll(() => {
  for (const desk of desks.values()) desk.clear();
  built.remove();
});

describe("every fence of every page", () => {
  it("is a transcript, a list of commands, a quotation or a declared drawing", () => {
    expect(fences.map(kindOf)).toContain("console");
    expect(() => parsePage("a.md", "```json\n{}\n```").fences.map(kindOf)).toThrow(
      "a.md:1: a fence of no known kind",
    );
    expect(() => parsePage("a.md", "text\n\n    indented").fences.map(kindOf)).toThrow("a.md:3");
  });

  it.each(fencesOf("console"))(
    "prints what $place shows (DIA-11)",
    async ({ place, lines: shown }) => {
      const exchanges = parseTranscript(shown);
      expect(exchanges.length, "a transcript without a command").toBeGreaterThan(0);
      for (const { command, expected } of exchanges) {
        const { lines: printed } = await deskOf(place).run(command);
        expect(printed.map(steady), command).toEqual(expected.map(steady));
      }
    },
  );

  it.each(fencesOf("ts"))("quotes the example that $place names", ({ info, lines: shown }) => {
    const [file = "", region = ""] = info.replace(/^[jt]s /, "").split("#");
    expect(shown).toEqual(readRegion(file, region));
  });

  it.each(fencesOf("sh"))(
    "holds commands that exist at $place",
    async ({ place, lines: shown }) => {
      const { scripts } = JSON.parse(readFileSync(`${PROJECT_ROOT}package.json`, "utf8"));
      for (const part of shown.flatMap((line) => line.split(" && "))) {
        const words = splitCommand(part);
        if (words[0] === "npx") expect((await deskOf(place).run(part)).status, part).toBe(0);
        else if (words[1] !== "ci")
          expect(scripts, part).toHaveProperty([words[2] ?? words[1] ?? ""]);
      }
    },
  );
});

describe("a transcript", () => {
  it("differs when a word, a line number or a declared date differs", () => {
    expect(steady("docs/a.md:12-18 observed 2026-10-01, 60 days ago")).toBe(
      "docs/a.md:12-18 observed 2026-10-01, N days ago",
    );
    expect(steady("built 2026-11-30T21:08:36Z in 31 ms")).toBe("built TIME in N ms");
    expect(steady("observed 2026-10-01T00:00:00Z")).toBe("observed 2026-10-01T00:00:00Z");
  });

  it("uses no more of a shell than quotes", () => {
    expect(splitCommand('exhibit search "two words" --limit 3')).toEqual([
      "exhibit",
      "search",
      "two words",
      "--limit",
      "3",
    ]);
    expect(() => splitCommand("exhibit search x | head")).toThrow("too much shell");
  });
});

describe("every line of every page", () => {
  it("keeps to the words of the glossary and names no machine (COR-17)", () => {
    expect(lines.flatMap(findWordingFaults)).toEqual([]);
  });

  it.each([
    "The answer is fresh.",
    "`checkedAt` says when the facts were checked.",
    "It understands your workspace.",
    "This saves many tokens.",
    "The data folder is a security boundary.",
    "You get verified facts.",
    "A powerful search.",
    "The behaviour is stated.",
    "Look into /home/somebody/notes.",
    "It comes from https://registry.example.test/a.",
  ])("would refuse: %s", (text) => {
    expect(findWordingFaults({ place: "a.md:1", text })).toHaveLength(1);
  });

  it("proves each figure with a receipt, a command or the source that sets it", () => {
    // In the table of faults the proof is the test in the last column.
    const stating = lines.filter(({ place }) => !place.startsWith("docs/faults.md"));
    expect(stating.flatMap(findFigureFaults)).toEqual([]);
  });

  it.each([
    ["It takes 12 ms.", 1],
    ["It finds 19 of 20.", 1],
    ["nDCG is .736 here.", 1],
    ["It takes 12 ms; `npm run bench` prints it.", 0],
    ["It takes 12 ms, see [the receipt](studies/none.json).", 1],
    ["Node 20.19 and version 3.51.3 are no figures.", 0],
    ["The cap is 999,999 bytes (`src/errors.ts`).", 1],
  ])("counts the unproven figures of: %s", (text, count) => {
    expect(findFigureFaults({ place: "a.md:1", text })).toHaveLength(count);
  });

  it("links to files that exist", () => {
    expect(pages.flatMap(findBrokenLinks)).toEqual([]);
    expect(findBrokenLinks(parsePage("a.md", "[x](no-such-file.md)"))).toEqual([
      "a.md: no-such-file.md",
    ]);
  });
});

describe("the pages of docs/", () => {
  const decisions = pages.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));

  it("give each decision four parts, in order, and a number without a gap", () => {
    for (const { path } of decisions) {
      expect(headings(path, "##"), path).toEqual(["Context", "Decision", "Consequences", "Status"]);
    }
    const numbers = decisions.map(({ path }) => Number(path.slice(15, 19)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeGreaterThan(9);
  });

  it("state good and bad consequences of each decision", () => {
    for (const { path, text } of decisions) {
      expect(text, path).toMatch(/^Good: /m);
      expect(text, path).toMatch(/^Bad: /m);
    }
  });

  it("list every decision", () => {
    const { links } = pageAt("docs/decisions/README.md");
    expect(links.map((link) => `docs/decisions/${link}`)).toEqual(decisions.map((d) => d.path));
  });

  it("name every exported type of the model and the ports in the glossary", () => {
    const { text } = pageAt("docs/glossary.md");
    // A capital begins a type or a constant; functions are not words.
    const names = [...readExportedNames("src/model"), ...readExportedNames("src/ports")].filter(
      ([name]) => /^[A-Z]/.test(name),
    );
    expect(names.length).toBeGreaterThan(50);
    const missing = names.filter(([name]) => !text.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it("name in the glossary only types that exist", () => {
    const known = new Set(
      ["src/model", "src/ports", "src"].flatMap((folder) => [...readExportedNames(folder).keys()]),
    );
    const cells = pageAt("docs/glossary.md").prose.map(({ text }) => text.split("|")[2] ?? "");
    const named = cells.flatMap((cell) => cell.match(/(?<=`)\w+(?=`)/g) ?? []);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it("state the boundary of every public call, under its signature (DIA-11)", () => {
    const calls = [
      ...readSignatures("src/model/engine.ts", "Engine"),
      ...readSignatures("src/model/admission-calls.ts", "AdmissionCalls"),
    ];
    const signatures = ["openEngine(options?: EngineOptions): Promise<Engine>", ...calls];
    const { prose } = pageAt("docs/boundary.md");
    const stated = prose.flatMap(({ text }, index) =>
      text.startsWith("## `") ? [[text.slice(4, -1), prose[index + 2]?.text.slice(1, -1)]] : [],
    );
    const expected = signatures.map((signature) => [signature.replace(/\(.*/, ""), signature]);
    expect(stated.toSorted()).toEqual(expected.toSorted());
    expect(calls.length).toBeGreaterThan(9);
  });

  it("ask one question for each folder of the source", () => {
    const folders = readdirSync(`${PROJECT_ROOT}src`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `src/${name}`);
    const titles = headings("docs/architecture.md", "##").filter((t) => t.startsWith("`"));
    expect(titles.map((title) => /^`(.*)`: .*\?$/.exec(title)?.[1]).sort()).toEqual(folders.sort());
  });

  it("show each covered fault by a test that exists (REF-16)", () => {
    const known = new Set(readTestTitles().map(({ sentence }) => sentence));
    const rows = pageAt("docs/faults.md")
      .prose.filter(({ text }) => text.startsWith("| ") && !text.startsWith("| fault"))
      .map(({ text }) => text.split(" | ").at(-1)?.replace(/ \|$/, "") ?? "");
    expect(rows.length).toBeGreaterThan(20);
    const unknown = rows.filter((shown) => shown !== "not covered" && !known.has(shown));
    expect(unknown).toEqual([]);
    // A matrix without holes has stopped being honest.
    expect(rows).toContain("not covered");
  });
});

describe("the pages at the top", () => {
  it("open with the drawing of the pipeline and the two commands", () => {
    const { fences: shown } = pageAt("README.md");
    expect(shown[0]?.info).toBe("text diagram");
    expect(shown[1]?.lines).toEqual([
      'npm ci && npx exhibit search "Can a retrieved passage authorize deployment?" --workspace examples/workshop',
    ]);
    expect(shown[2]?.lines).toEqual(["npm ci && npm test"]);
  });

  it("own up to every pass mark that a receipt missed", () => {
    const { text } = pageAt("README.md");
    expect(text).toBe(withMissedMarks(text));
    const missing = withMissedMarks(text).replace(/^\| .* missed: .*\n/gm, "");
    expect(withMissedMarks(missing)).toBe(text);
  });

  it("name the method of retrieval, and say what searching is not (LEX-13, AUT-13, COR-25)", () => {
    const { text } = pageAt("README.md");
    expect(text).toMatch(/retrieval is lexical/i);
    expect(text).toMatch(/no semantic similarity/i);
    expect(text).toMatch(/no security boundary between tenants/i);
    expect(text).toMatch(/that a workspace was understood/i);
  });

  it("call the example development data wherever its outcome is told", () => {
    const told = ["README.md", "examples/README.md"].map((path) => pageAt(path).text);
    for (const text of told) expect(text).toMatch(/development data for the shipped ranker/);
  });

  it("say what a change means for a user, in one sentence of at most 25 words", () => {
    const entries = pageAt("CHANGELOG.md").prose.filter(({ text }) => text.startsWith("- "));
    expect(headings("CHANGELOG.md", "##")[0]).toBe("Unreleased");
    expect(entries.length).toBeGreaterThan(0);
    const long = entries.filter(({ text }) => text.slice(2).split(" ").length > 25);
    expect(long).toEqual([]);
    expect(entries.filter(({ text }) => !/^- [^.]*\.$/.test(text))).toEqual([]);
  });

  it("hold the philosophy in eight points", () => {
    const points = pageAt("CONTRIBUTING.md")
      .text.split("## The check")[0]
      ?.match(/^\d\. /gm);
    expect(points).toHaveLength(8);
  });
});
