import { createHash } from "node:crypto";
import { artifactRef } from "../../src/model/artifact-ref.ts";
import type { IndexDocument } from "../../src/model/index-document.ts";
import type { EvalSet } from "./eval-set.ts";
import type { PassageSet } from "./passage-set.ts";
import type { SectionUnit } from "./section-units.ts";

/** The protocol's own units as passages: what published figures were made on. */
export async function cutIntoSections(set: EvalSet): Promise<PassageSet> {
  const byDoc = new Map<string, SectionUnit[]>();
  for (const unit of set.units) {
    const known = byDoc.get(unit.doc);
    if (known === undefined) byDoc.set(unit.doc, [unit]);
    else known.push(unit);
  }
  return {
    documents: [...byDoc].map(([doc, units]) =>
      toDocument(doc, units, set.documents.get(doc) ?? ""),
    ),
    passages: [...byDoc.values()].flat(),
    unreadDocuments: 0,
  };
}

function toDocument(doc: string, units: readonly SectionUnit[], text: string): IndexDocument {
  const path = `${doc}.md`;
  return {
    artifact: artifactRef("files", path),
    version: createHash("sha256").update(text).digest("hex"),
    source: "files",
    path,
    title: units[0]?.title ?? "",
    kind: "markdown",
    language: "markdown",
    passages: units.map(({ above, heading, body }) => ({
      headingPath: [...above, heading].filter((part) => part !== ""),
      text: body,
    })),
  };
}
