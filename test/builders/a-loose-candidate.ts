import { createHash } from "node:crypto";
import { artifactRef } from "../../src/model/artifact-ref.ts";
import type { LooseCandidate } from "../../src/pipeline/gather/to-candidate.ts";

export interface LooseParts {
  readonly path?: string;
  /** Lines of the part, and of the section that it offers. */
  readonly lines?: readonly [number, number];
  readonly section?: readonly [number, number];
  readonly text?: string;
  readonly overrides?: Partial<LooseCandidate>;
}

/** A candidate before it is in a pool; a byte a line keeps offsets easy to read. */
export function aLooseCandidate(given: LooseParts = {}): LooseCandidate {
  const { path = "a.md", lines = [1, 5], text = `${path} ${lines.join("-")}`, overrides } = given;
  const [startLine, endLine] = given.section ?? lines;
  const version = createHash("sha256").update(path).digest("hex");
  const citation = {
    path,
    startLine: lines[0],
    endLine: lines[1],
    version: version.slice(0, 16),
    excerptSha256: createHash("sha256").update(text).digest("hex").slice(0, 16),
    state: "current",
  } as const;
  return {
    artifact: artifactRef("files", path),
    fragment: `${version}#${lines[0]}-${lines[0] + text.length}`,
    version,
    generator: "lexical_search",
    source: "files",
    rank: 1,
    score: 1,
    title: path,
    headingPath: [],
    exactMatch: "none",
    citation,
    observed: { at: "unknown", basis: "unknown" },
    ageDays: "unknown",
    ageClass: "unknown",
    origin: "authored",
    provenance: "workspace-file",
    scope: "here",
    supersededBy: "none",
    minFidelity: "any",
    recovery: { status: "resolved" },
    offers: [
      {
        granularity: "section",
        fidelity: "exact",
        tokens: 1,
        bytes: 1,
        text: "x",
        wordedBy: "source",
        lines: { startLine, endLine },
        citation: { ...citation, startLine, endLine },
        coverage: 1,
        notShown: [],
      },
    ],
    offered: "section",
    ...overrides,
  };
}
