import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { PROJECT_ROOT } from "./project-pages.ts";

export interface TestTitle {
  /** Relative to the project. */
  readonly file: string;
  /** The titles of the blocks around it and its own, joined by spaces: the name a report shows. */
  readonly fullName: string;
  /** The same without the requirement ids. */
  readonly sentence: string;
}

/** What stands in a literal, with `…` for what is only known when it runs. */
function literalText(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…");
  }
  if (ts.isBinaryExpression(node)) return literalText(node.left) + literalText(node.right);
  return "…";
}

/** The title of a call of `it`, `test` or `describe`, in any of their variants, or `"none"`. */
function readTitle(node: ts.Node): { kind: "test" | "block"; title: string } | "none" {
  if (!ts.isCallExpression(node)) return "none";
  const callee = /^(it|test|describe)\b/.exec(node.expression.getText());
  const title = node.arguments[0];
  if (callee === null || title === undefined) return "none";
  // In `it.each(cases)("…")` the table of cases is a call, too; its argument is no title.
  if (ts.isPropertyAccessExpression(node.expression) && !ts.isStringLiteralLike(title))
    return "none";
  const kind = callee[1] === "describe" ? "block" : "test";
  return { kind, title: literalText(title) };
}

/** Returns the titles of the tests in `source`, without running it. */
export function parseTestTitles(file: string, source: string): readonly TestTitle[] {
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node, blocks: readonly string[]): void => {
    const found = readTitle(node);
    if (found !== "none" && found.kind === "test") {
      const fullName = [...blocks, found.title].join(" ");
      titles.push({ file, fullName, sentence: fullName.replace(/ \([A-Z]{3}-\d\d[^)]*\)/g, "") });
    }
    const inner = found !== "none" && found.kind === "block" ? [...blocks, found.title] : blocks;
    ts.forEachChild(node, (child) => {
      visit(child, inner);
    });
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), []);
  return titles;
}

/** Returns the titles of every test of this project, contracts shared by several files included. */
export function readTestTitles(): readonly TestTitle[] {
  return readdirSync(`${PROJECT_ROOT}test`, { recursive: true, encoding: "utf8" })
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !path.startsWith("test/fixtures/"))
    .sort()
    .flatMap((path) => parseTestTitles(path, readFileSync(`${PROJECT_ROOT}${path}`, "utf8")));
}
