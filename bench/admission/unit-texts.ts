import { createHash } from "node:crypto";
import { artifactRef } from "../../src/model/artifact-ref.ts";
import { UNKNOWN_INSTANT } from "../../src/model/instant.ts";
import type { Passage } from "../../src/model/passage.ts";
import {
  type CandidateNames,
  createVersionText,
  cutTrimmed,
  findLineStarts,
  namesOf,
  type VersionText,
} from "../plugged-admission.ts";
import type { EvalSet } from "../quality/eval-set.ts";
import type { SectionUnit } from "../quality/section-units.ts";

/** A unit of a set as a passage of its document, ready to be cut from it. */
export interface UnitText {
  readonly version: VersionText;
  readonly passage: Passage;
  readonly called: CandidateNames;
}

/** Returns every unit of a set as a passage of its document's bytes, in the order of the units. */
export function toUnitTexts(set: EvalSet): readonly UnitText[] {
  const unitsOf = new Map<string, SectionUnit[]>();
  for (const unit of set.units) {
    const known = unitsOf.get(unit.doc);
    if (known === undefined) unitsOf.set(unit.doc, [unit]);
    else known.push(unit);
  }
  // Units are numbered document by document, so that their order is kept.
  return [...unitsOf].flatMap(([doc, units]) =>
    toPassages(doc, set.documents.get(doc) ?? "", units),
  );
}

function toPassages(doc: string, text: string, units: readonly SectionUnit[]): UnitText[] {
  const bytes = Buffer.from(text);
  const starts = findLineStarts(bytes, "utf-8");
  const passages = units.map((unit, position): Passage => {
    const startByte = Buffer.byteLength(text.slice(0, unit.start));
    const endByte = startByte + Buffer.byteLength(text.slice(unit.start, unit.end));
    return {
      position,
      kind: "prose",
      headingPath: [...unit.above, unit.heading].filter((heading) => heading !== ""),
      startByte,
      endByte,
      startLine: lineAt(starts, startByte),
      endLine: lineAt(starts, Math.max(startByte, endByte - 1)),
      sha256: createHash("sha256").update(bytes.subarray(startByte, endByte)).digest("hex"),
    };
  });
  const path = `${doc}.md`;
  const artifact = {
    ref: artifactRef("files", path),
    source: "files",
    path,
    version: createHash("sha256").update(bytes).digest("hex"),
    byteLength: bytes.length,
    encoding: "utf-8",
    kind: "markdown",
    language: "markdown",
    title: units[0]?.title ?? "",
    observed: UNKNOWN_INSTANT,
    edited: UNKNOWN_INSTANT,
    origin: "authored",
  } as const;
  const version = createVersionText(artifact, bytes, passages);
  return passages.map((passage) => ({
    version,
    passage,
    called: namesOf({
      version,
      section: passage,
      sectionCut: cutTrimmed(version, passage),
      hasTitle: artifact.title !== "",
    }),
  }));
}

/** 1-based line in which a byte stands. */
function lineAt(starts: Uint32Array, byte: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= byte) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
