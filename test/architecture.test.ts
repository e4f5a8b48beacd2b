import { cruise, type ICruiseResult } from "dependency-cruiser";
import { describe, expect, it } from "vitest";
import { aTree } from "./builders/a-tree.ts";
import { CRUISE_OPTIONS, LAYER_RULES } from "./layers.ts";

async function applyRules(baseDir = process.cwd()): Promise<ICruiseResult["summary"]> {
  const ruleSet = { forbidden: LAYER_RULES };
  const options = { ...CRUISE_OPTIONS, baseDir, ruleSet, validate: true };
  const { output } = await cruise(["src"], options);
  if (typeof output !== "object")
    throw new TypeError(`dependency-cruiser answered in text: ${output}`);
  return output.summary;
}

/** Every module of a small program that breaks each rule once, by what it imports. */
const BROKEN = {
  "package.json": JSON.stringify({ devDependencies: { vitest: "*" } }),
  "tsconfig.json": "{}",
  "node_modules/vitest/package.json": JSON.stringify({ name: "vitest", main: "main.js" }),
  "node_modules/vitest/main.js": "",
  "node_modules/@photostructure/sqlite/package.json": JSON.stringify({ main: "main.js" }),
  "node_modules/@photostructure/sqlite/main.js": "",
  "src/errors.ts": "",
  "src/model/a.ts": 'import "../ports/a.ts";',
  "src/ports/a.ts": 'import "../analysis/a.ts";',
  "src/analysis/a.ts": 'import "../ports/b.ts";',
  "src/ports/b.ts": "",
  "src/lexical/a.ts": 'import "../pipeline/search/a.ts";',
  "src/pipeline/search/a.ts": 'import "../cite/a.ts"; import "node:fs";',
  "src/pipeline/cite/a.ts": 'import "../../host/a.ts";',
  "src/stores/shared.ts": 'import "./sqlite/a.ts";',
  "src/stores/memory/a.ts": 'import "../sqlite/a.ts";',
  "src/stores/sqlite/a.ts": 'import "@photostructure/sqlite";',
  "src/host/a.ts": 'import "../lexical/a.ts"; import "@photostructure/sqlite";',
  "src/calls/a.ts": 'import "../engine.ts"; import "../interfaces/cli/a.ts";',
  "src/lab/a.ts": 'import "../pipeline/search/a.ts";',
  "src/open-engine.ts": 'import "./lab/a.ts";',
  "src/engine.ts": 'import "./pipeline/search/a.ts"; import "./round.ts";',
  "src/round.ts": 'import "./engine.ts"; import "vitest";',
  "src/interfaces/cli/a.ts": 'import "../mcp/a.ts"; import "../../errors.ts";',
  "src/interfaces/mcp/a.ts": "",
  "src/alone.ts": "",
};

describe("the parts of the source", () => {
  it("see no more than the table allows", async () => {
    const { totalCruised, violations } = await applyRules();
    expect(violations.map(({ from, to, rule }) => `${from} -> ${to}: ${rule.name}`)).toEqual([]);
    // dependency-cruiser reads nothing, and is content, with a TypeScript it does not know.
    expect(totalCruised).toBeGreaterThan(150);
  });

  it("are told apart by rules that each refuse a program made to break it", async () => {
    const { violations } = await applyRules(aTree(BROKEN));
    const broken = new Set(violations.map(({ rule }) => rule.name));
    expect([...broken].sort()).toEqual(LAYER_RULES.map(({ name }) => name).sort());
    // What the table allows is not refused.
    const pairs = violations.map(({ from, to }) => `${from} -> ${to}`);
    expect(pairs).not.toContain("src/interfaces/cli/a.ts -> src/errors.ts");
    expect(pairs.filter((pair) => pair.startsWith("src/stores/sqlite/"))).toEqual([]);
  });

  it("keep the pipeline in one direction: what lays a bundle out can ask no generator, and what generates can decide nothing (ADM-06)", async () => {
    const stages = ["gather", "admit", "bundle", "ledger"];
    const pairs = stages.flatMap((from) =>
      stages.filter((to) => to !== from).map((to) => [from, to] as const),
    );
    const files = pairs.map(([from, to]) => [
      `src/pipeline/${from}/to-${to}.ts`,
      `import "../${to}/a.ts";`,
    ]);
    const ends = stages.map((stage) => [`src/pipeline/${stage}/a.ts`, ""]);
    const tree = aTree({
      "package.json": "{}",
      "tsconfig.json": "{}",
      ...Object.fromEntries([...files, ...ends]),
    });
    const { violations } = await applyRules(tree);
    const refused = violations
      .filter(({ rule }) => rule.name === "a stage sees only its own")
      .map(({ from }) => from);
    expect(refused.sort()).toEqual(
      pairs.map(([from, to]) => `src/pipeline/${from}/to-${to}.ts`).sort(),
    );
  });
});
