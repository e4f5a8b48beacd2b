import type { ExtractedField } from "../../../model/representation.ts";
import { findDefinedNames } from "../defined-names.ts";
import type { SourceLine } from "./source-line.ts";

const DECLARES =
  /^\s{0,4}(?:@\w+\s+)*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([a-z]+\))?|unsafe|extern|declare|open|override|inline|virtual)\s+)*(?:function\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|fun|CREATE\s+TABLE)\b/iu;

/** Reads the declarations of code: each name with the line that declares it, its body left out. */
export function extractSignatures(lines: readonly SourceLine[]): readonly ExtractedField[] {
  return lines.flatMap(({ text, number }) => {
    if (!DECLARES.test(text)) return [];
    const [name] = findDefinedNames(text, "code");
    const value = text.trim().replace(/\s*[{:]\s*$/, "");
    if (name === undefined || value === "") return [];
    return [{ name, value, lines: { startLine: number, endLine: number } }];
  });
}
