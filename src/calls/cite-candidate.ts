import type { Artifact } from "../model/artifact.ts";
import type { Citation } from "../model/citation.ts";
import type { Gap } from "../model/gap.ts";
import type { Passage } from "../model/passage.ts";
import { createExcerpt, type Excerpt, excerptOfPassage } from "../pipeline/cite/excerpt.ts";
import {
  type IdentifiedText,
  identifyText,
  locateExcerpt,
  type PlaceNow,
} from "../pipeline/cite/locate-excerpt.ts";
import { narrowToSection } from "../pipeline/respond/observed-of.ts";
import type { ContentStore } from "../ports/content-store.ts";
import type { CallParts } from "./session.ts";

/** A passage read back from the immutable version, hashed again, and looked for where it came from. */
export interface CitedPassage {
  /** With the date of the passage's own section, where that has one. */
  readonly artifact: Artifact;
  readonly headingPath: readonly string[];
  readonly excerpt: Excerpt;
  readonly place: PlaceNow;
}

export type CiteOutcome =
  | { readonly status: "cited"; readonly cited: CitedPassage }
  /** The stored bytes are not the cited ones: dropped and reported, never shown. */
  | { readonly status: "failed"; readonly gap: Gap };

/** Reads what is at a path now, once per response however many hits it has there. */
export interface CurrentTexts {
  read(artifact: Artifact): Promise<IdentifiedText>;
}

export function createCurrentTexts(parts: CallParts): CurrentTexts {
  const seen = new Map<string, Promise<IdentifiedText>>();
  return {
    read(artifact) {
      const known = seen.get(artifact.ref);
      if (known !== undefined) return known;
      const text = readNow(parts, artifact);
      seen.set(artifact.ref, text);
      return text;
    },
  };
}

async function readNow(parts: CallParts, artifact: Artifact): Promise<IdentifiedText> {
  const reader = parts.readerOf(artifact.source);
  return reader === "none"
    ? { status: "gone" }
    : identifyText(await reader.readIndexed(artifact.path));
}

/** Re-reads and re-hashes one candidate's passage; `whole` takes the artifact's full text instead. */
export async function citePassage(
  store: ContentStore,
  texts: CurrentTexts,
  wanted: { readonly artifact: Artifact; readonly position: number; readonly whole: boolean },
): Promise<CiteOutcome> {
  const { artifact, position } = wanted;
  const fail = (detail: string): CiteOutcome => ({
    status: "failed",
    gap: { code: "recovery_failed", subject: artifact.path, detail },
  });
  const passage = await store.passage(artifact.version, artifact.kind, position);
  if (typeof passage === "string") return fail(`passage ${passage}`);
  const now = await texts.read(artifact);
  const bytes = await readVersion(store, now, { artifact, passage, whole: wanted.whole });
  if (typeof bytes === "string") return fail(`stored text ${bytes}`);
  const { encoding } = artifact;
  const excerpt = wanted.whole
    ? createExcerpt({ bytes, encoding, startByte: 0, startLine: 1, wholeLines: true })
    : excerptOfPassage(passage, {
        bytes,
        encoding,
        wholeLines: await isWhole(store, artifact, passage),
      });
  if (excerpt === "mismatch") return fail("stored text does not hash to its citation");
  const place = locateExcerpt(excerpt, artifact.version, now);
  const { headingPath } = passage;
  const shown = wanted.whole ? artifact : narrowToSection(artifact, headingPath);
  return { status: "cited", cited: { artifact: shown, headingPath, excerpt, place } };
}

/** A file that still hashes to the version is the version, read from its source; otherwise the stored text is. */
async function readVersion(
  store: ContentStore,
  now: IdentifiedText,
  wanted: { readonly artifact: Artifact; readonly passage: Passage; readonly whole: boolean },
): Promise<Uint8Array | "missing" | "damaged"> {
  const { artifact, passage, whole } = wanted;
  const { startByte, endByte } = passage;
  if (now.status === "ok" && now.version === artifact.version) {
    return whole ? now.bytes : now.bytes.subarray(startByte, endByte);
  }
  return whole
    ? store.readText(artifact.version)
    : store.readRange(artifact.version, startByte, endByte);
}

/** Only a piece of one enormous line shares its line with a neighbor, and such a piece never spans two. */
async function isWhole(
  store: ContentStore,
  artifact: Artifact,
  passage: Passage,
): Promise<boolean> {
  if (passage.startLine !== passage.endLine) return true;
  for (const position of [passage.position - 1, passage.position + 1]) {
    const neighbor = await store.passage(artifact.version, artifact.kind, position);
    if (typeof neighbor === "string") continue;
    if (neighbor.startLine <= passage.endLine && passage.startLine <= neighbor.endLine)
      return false;
  }
  return true;
}

/** The citation of exactly these bytes. */
export function toCitation(parts: CallParts, cited: Omit<CitedPassage, "headingPath">): Citation {
  const { artifact, excerpt, place } = cited;
  return {
    path: parts.toDisplayPath(artifact.source, artifact.path),
    startLine: excerpt.startLine,
    endLine: excerpt.endLine,
    version: artifact.version.slice(0, 16),
    excerptSha256: excerpt.sha256,
    ...place,
  };
}
