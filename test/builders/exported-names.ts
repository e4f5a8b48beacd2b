import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { PROJECT_ROOT } from "./project-pages.ts";

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** The names that a statement declares: several for variables, one for a type, a class or a function. */
function declaredBy(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name.getText()];
}

/** Returns every name that the files of `folder` export, with its file. */
export function readExportedNames(folder: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const files = readdirSync(`${PROJECT_ROOT}${folder}`).filter((file) => file.endsWith(".ts"));
  for (const file of files) {
    const path = `${folder}/${file}`;
    const text = readFileSync(`${PROJECT_ROOT}${path}`, "utf8");
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const name of source.statements.filter(isExported).flatMap(declaredBy)) {
      names.set(name, path);
    }
  }
  return names;
}

/** The members of the interface `name` of `file`, in order; none where there is no such interface. */
function findInterface(file: string, name: string): readonly ts.TypeElement[] {
  const text = readFileSync(`${PROJECT_ROOT}${file}`, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  return [...(found?.members ?? [])];
}

/** Returns each method of the interface `name` of `file` as it is declared, on one line. */
export function readSignatures(file: string, name: string): readonly string[] {
  return findInterface(file, name).flatMap((member) =>
    ts.isMethodSignature(member)
      ? [
          member
            .getText()
            .replace(/\s+/g, " ")
            .replace("( ", "(")
            .replace(/,? \)/, ")")
            .replace(/;$/, ""),
        ]
      : [],
  );
}
