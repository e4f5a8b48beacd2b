import type { ArtifactKind } from "../../model/artifact.ts";

/** A declaration of the usual languages, at the start of a line. */
const DECLARATION =
  /^[ \t]*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([a-z]+\))?|unsafe|extern|declare|open|override|inline|virtual)[ \t]+)*(?:function\*?|class|interface|type|enum|struct|trait|impl|module|namespace|package|def|fn|func|fun|record|protocol|macro_rules!|CREATE[ \t]+TABLE)[ \t]+(?:\([^)\n]*\)[ \t]*)?([\p{L}_$][\p{L}\p{N}_$]*)/gimu;
/** A binding that is no local one: it begins its line. */
const BINDING =
  /^(?:(?:export|default|public|private|static|final|pub(?:\([a-z]+\))?)[ \t]+)*(?:const|let|var|val|static)[ \t]+(?:mut[ \t]+)?([\p{L}_$][\p{L}\p{N}_$]*)/gmu;
/** A term that a list item, a table row or a line puts before what it says of it. */
const PROSE_TERM =
  /^[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+|\|[ \t]*|#{1,6}[ \t]+)?(?:\*\*|__)?`([^`\n]{1,60})`(?:\*\*|__)?(?:[ \t]*(?:[:|=—–-]|$)|[ \t]+(?:is|are|means|holds|returns|names)\b)/gmu;
const BOLD_TERM =
  /^[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?\*\*([^*\n]{2,60}?)[:.]?\*\*[ \t]*[:—–-]?/gmu;
const KEY = /^[ \t]*["']?([\p{L}_$][\w.$-]{1,59})["']?[ \t]*[:=](?!=)[ \t]*\S?/gmu;

const MAX_NAMES = 64;

/**
 * Returns the names that a text defines, in order, each once: declarations and keys of code, terms that a document's lists and
 * tables explain. By patterns, not by a grammar: what it misses costs a mention, and what it finds stands in the text.
 */
export function findDefinedNames(text: string, kind: ArtifactKind): readonly string[] {
  const patterns =
    kind === "code" ? [DECLARATION, BINDING, KEY] : [PROSE_TERM, BOLD_TERM, DECLARATION];
  const found: { readonly name: string; readonly at: number }[] = [];
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const name = match[1]?.trim() ?? "";
      if (name !== "") found.push({ name, at: match.index });
    }
  }
  found.sort((left, right) => left.at - right.at);
  return [...new Set(found.map(({ name }) => name))].slice(0, MAX_NAMES);
}
