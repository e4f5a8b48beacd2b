import { artifactRef } from "../../src/model/artifact-ref.ts";
import type { IndexDocument } from "../../src/model/index-document.ts";
import type { IndexQuery } from "../../src/ports/passage-index.ts";

/** A document of one passage a text; `path` names it. */
export function aDocument(
  path: string,
  texts: readonly string[],
  overrides: Partial<IndexDocument> = {},
): IndexDocument {
  return {
    artifact: artifactRef("files", path),
    version: "a".repeat(64),
    source: "files",
    path,
    title: "",
    kind: "markdown",
    language: "markdown",
    passages: texts.map((text) => ({ headingPath: [], text })),
    ...overrides,
  };
}

/** A plain question to the shipped ranker. */
export function aQuery(text: string, overrides: Partial<IndexQuery> = {}): IndexQuery {
  const defaults = { ranker: "lexical", limit: 100, excludedWords: [], filter: {} } as const;
  return { text, ...defaults, explain: false, ...overrides };
}
