import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serialize } from "../../src/index.ts";
import { aWorkspace } from "../builders/a-workspace.ts";

const PAGES = 60;
const SECTIONS = 25;
const QUESTIONS = ["who checks the crane ledger", "signal 1107", '"quay desk" owner', "kiln ü用户"];
const CAPS = [2_000, 4_000, 12_000];

/** A workspace of 1,500 sections, its words drawn by a fixed seed, each section with one number of its own. */
function manySections(): Readonly<Record<string, string>> {
  const words = ["harbor", "ledger", "crane", "signal", "quay", "desk", "owner", "checks", "kiln"];
  let seed = 26;
  const draw = (): string => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return words[(seed >>> 16) % words.length] ?? "";
  };
  const section = (page: number, part: number): string => {
    const lines = Array.from({ length: 6 }, () => Array.from({ length: 9 }, draw).join(" "));
    return `## ${draw()} ${page * SECTIONS + part}\n\n${lines.join("\n")} ü 用户\n`;
  };
  const pages = Array.from({ length: PAGES }, (_, page) => {
    const parts = Array.from({ length: SECTIONS }, (__, part) => section(page, part));
    return [`docs/page-${page}.md`, `# Page ${page}\n\n${parts.join("\n")}`];
  });
  return Object.fromEntries(pages);
}

describe("a workspace of more than a thousand sections", () => {
  it("keeps every cap, cites exact lines, and gives the same bytes from an index built anew (COR-26)", async () => {
    const workspace = aWorkspace(manySections());
    const engine = await workspace.open();
    const { passageCount } = await engine.refresh();
    expect(passageCount).toBeGreaterThan(PAGES * SECTIONS);

    const answers: string[] = [];
    for (const query of QUESTIONS) {
      for (const capBytes of CAPS) {
        const response = await engine.search(query, { capBytes, limit: 20, refresh: "off" });
        const text = serialize(response);
        expect(Buffer.byteLength(text), query).toBeLessThanOrEqual(capBytes);
        expect(response.budget.usedBytes).toBe(Buffer.byteLength(text));
        expect(response.hits.length, query).toBeGreaterThan(0);
        for (const { citation, excerpt } of response.hits) {
          const file = readFileSync(join(workspace.root, citation.path), "utf8").split("\n");
          expect(file.slice(citation.startLine - 1, citation.endLine).join("\n")).toBe(excerpt);
          expect(citation.state).toBe("current");
        }
        answers.push(text);
      }
    }

    const another = await workspace.open({ dataFolder: join(workspace.root, ".exhibit", "again") });
    await another.refresh();
    const repeated: string[] = [];
    for (const query of QUESTIONS) {
      for (const capBytes of CAPS) {
        repeated.push(
          serialize(await another.search(query, { capBytes, limit: 20, refresh: "off" })),
        );
      }
    }
    expect(repeated).toEqual(answers);
    // Different questions had different answers, so the comparison compared something.
    expect(new Set(answers).size).toBe(QUESTIONS.length * CAPS.length);
  });

  it("finds the one section that holds a rare word, first, wherever it stands (COR-26)", async () => {
    const engine = await aWorkspace(manySections()).open();
    for (const number of [0, 749, 1_499]) {
      const { hits } = await engine.search(`${number}`, { paths: ["docs/**"] });
      expect(hits[0]?.headingPath.at(-1), `${number}`).toMatch(new RegExp(` ${number}$`));
    }
  });
});
