import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "./builders/project-pages.ts";

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Exported declarations, and what a caller calls on them: methods of interfaces. Names re-exported are declared elsewhere. */
function listContract(source: ts.SourceFile): readonly ts.Node[] {
  const declared = source.statements.filter(
    (statement) => isExported(statement) && !ts.isExportDeclaration(statement),
  );
  const methods = declared
    .filter(ts.isInterfaceDeclaration)
    .flatMap(({ members }) => members.filter(ts.isMethodSignature));
  return [...declared, ...methods];
}

/** The doc comment right above a node, as text; empty when there is none. */
function docOf(node: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return ts.getTextOfJSDocComment(comments.at(-1)?.comment)?.trim() ?? "";
}

function findUndocumented(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return listContract(source)
    .filter((node) => !/^[^a-z\s].*[.:](?:\s|$)/s.test(docOf(node)))
    .map((node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      return `${path}:${line + 1}: ${node.getText().split("\n")[0]}`;
    });
}

describe("the contract", () => {
  const files = [
    "src/errors.ts",
    "src/index.ts",
    ...["src/model", "src/ports"].flatMap((folder) =>
      readdirSync(`${PROJECT_ROOT}${folder}`).map((name) => `${folder}/${name}`),
    ),
  ].map((path) => ({ path, text: readFileSync(`${PROJECT_ROOT}${path}`, "utf8") }));

  it("promises something in a sentence above each export and each method", () => {
    expect(files.flatMap(({ path, text }) => findUndocumented(path, text))).toEqual([]);
  });

  it("is more than a hundred declarations, and every file of the library's surface opens with a comment", () => {
    const declared = files.flatMap(({ path, text }) =>
      listContract(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)),
    );
    expect(declared.length).toBeGreaterThan(100);
    expect(files.find(({ path }) => path === "src/index.ts")?.text).toMatch(/^\/\*\*\n \* [A-Z]/);
  });

  it.each([
    ["an export without one", "export const a = 1;"],
    ["a method without one", "/** A thing. */\nexport interface A {\n  close(): void;\n}"],
    ["a fragment", "/** a thing */\nexport type A = 1;"],
  ])("would show %s", (_case, text) => {
    expect(findUndocumented("a.ts", text)).toHaveLength(1);
  });
});
