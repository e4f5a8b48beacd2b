import { createHash } from "node:crypto";
import { openO200kCounter } from "../../src/host/o200k-counter.ts";
import type { Citation } from "../../src/model/citation.ts";
import { readAuthorWords } from "../../src/pipeline/gather/author-words.ts";
import { locateSection } from "../../src/pipeline/gather/locate-section.ts";
import type { OfferSource } from "../../src/pipeline/gather/make-offers.ts";
import {
  type CutBytes,
  createVersionText,
  cutLines,
  cutTrimmed,
  type VersionText,
} from "../../src/pipeline/gather/version-text.ts";
import { aRawText, type RawTextParts } from "./raw-text.ts";
import { aTextReading } from "./text-reading.ts";

/** A text as candidates are cut from it. */
export async function aVersionText(parts: RawTextParts): Promise<VersionText> {
  const { artifact, passages } = await aTextReading(parts);
  return createVersionText(artifact, aRawText(parts).bytes, passages);
}

export interface OfferParts extends RawTextParts {
  /** The passage that holds this is the candidate; by default the first one that is no front matter. */
  readonly holding?: string;
  /** Lines that somebody asked for. */
  readonly lines?: readonly [number, number];
  readonly weights?: Readonly<Record<string, number>>;
}

/** What the offers of a candidate of this text are made from, by the real counter. */
export async function anOfferSource(
  given: OfferParts,
  overrides: Partial<OfferSource> = {},
): Promise<OfferSource> {
  const version = await aVersionText(given);
  const { artifact, passages } = version;
  const position = passages.findIndex((passage, index) =>
    given.lines !== undefined
      ? passage.endLine >= given.lines[0]
      : given.holding === undefined
        ? passage.kind !== "metadata" || index === passages.length - 1
        : cutTrimmed(version, passage).text.includes(given.holding),
  );
  const section = locateSection(passages, position);
  const passage = passages[position];
  if (section === "unknown" || passage === undefined) throw new Error("no passage holds it");
  const author = await readAuthorWords(version);
  return {
    version,
    part:
      given.lines === undefined ? cutTrimmed(version, passage) : cutLines(version, ...given.lines),
    section,
    sectionCut: cutTrimmed(version, section),
    isAskedFor: given.lines !== undefined,
    author,
    minFidelity: author.minFidelity,
    observed: { at: artifact.observed.at, basis: artifact.observed.basis },
    path: artifact.path,
    weights: new Map(Object.entries(given.weights ?? {})),
    counter: await openO200kCounter(),
    cite: (cut) => cite(version, cut),
    ...overrides,
  };
}

function cite({ artifact, bytes }: VersionText, cut: CutBytes): Citation {
  const own = bytes.subarray(cut.startByte, cut.endByte);
  return {
    path: artifact.path,
    startLine: cut.startLine,
    endLine: cut.endLine,
    version: artifact.version.slice(0, 16),
    excerptSha256: createHash("sha256").update(own).digest("hex").slice(0, 16),
    ...(cut.wholeLines ? {} : { bytes: { start: cut.startByte, end: cut.endByte } }),
    state: "current",
  };
}
