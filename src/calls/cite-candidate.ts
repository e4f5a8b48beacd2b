import { endsLine, startsLine, trimTerminator } from "../analysis/line-table.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Citation } from "../model/citation.ts";
import type { Gap } from "../model/gap.ts";
import type { Passage } from "../model/passage.ts";
import {
  createExcerpt,
  type Excerpt,
  excerptOfPassage,
  type PassageBytes,
} from "../pipeline/cite/excerpt.ts";
import {
  type IdentifiedText,
  identifyText,
  locateExcerpt,
  type PlaceNow,
} from "../pipeline/cite/locate-excerpt.ts";
import { narrowToSection } from "../pipeline/respond/observed-of.ts";
import type { CitableTexts } from "./citable-texts.ts";
import { isStoreName } from "./entry-artifact.ts";
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
  const { ref, source } = artifact;
  if (isStoreName(source)) {
    const { judgeEntry } = await import("./judge-entry.ts");
    return { status: "judged", state: await judgeEntry(parts, { ref, source }) };
  }
  const reader = parts.readerOf(artifact.source);
  return reader === "none"
    ? { status: "gone" }
    : identifyText(await reader.readIndexed(artifact.path));
}

/** Re-reads and re-hashes one candidate's passage; `whole` takes the artifact's full text instead. */
export async function citePassage(
  store: CitableTexts,
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
  const read = wanted.whole
    ? await readWhole(store, now, artifact)
    : await readPassage(store, now, { artifact, passage });
  if (typeof read === "string") return fail(`stored text ${read}`);
  const excerpt = wanted.whole
    ? createExcerpt({ ...read, startByte: 0, startLine: 1 })
    : excerptOfPassage(passage, read);
  if (excerpt === "mismatch") return fail("stored text does not hash to its citation");
  const place = locateExcerpt(excerpt, artifact.version, now);
  const { headingPath } = passage;
  const shown = wanted.whole ? artifact : narrowToSection(artifact, headingPath);
  return { status: "cited", cited: { artifact: shown, headingPath, excerpt, place } };
}

/** A file that still hashes to the version is the version, read from its source; otherwise the stored text is. */
async function readPassage(
  store: CitableTexts,
  now: IdentifiedText,
  wanted: { readonly artifact: Artifact; readonly passage: Passage },
): Promise<PassageBytes | "missing" | "damaged"> {
  const { artifact, passage } = wanted;
  const { version, encoding } = artifact;
  const { startByte, endByte } = passage;
  // Two bytes before and after tell whether the passage begins and ends with its lines, in any encoding.
  const from = Math.max(0, startByte - 2);
  const around =
    now.status === "ok" && now.version === version
      ? now.bytes.subarray(from, endByte + 2)
      : await store.readRange(version, from, endByte + 2);
  if (typeof around === "string") return around;
  const range = { start: startByte - from, end: endByte - from };
  const isFirst = passage.position === 0;
  const wholeLines =
    (isFirst || startsLine(around, encoding, range.start)) && endsLine(around, encoding, range.end);
  return { bytes: around.subarray(range.start, range.end), encoding, wholeLines };
}

async function readWhole(
  store: CitableTexts,
  now: IdentifiedText,
  artifact: Artifact,
): Promise<PassageBytes | "missing" | "damaged"> {
  const { version, encoding } = artifact;
  const isSame = now.status === "ok" && now.version === version;
  const bytes = isSame ? now.bytes : await store.readText(version);
  if (typeof bytes === "string") return bytes;
  // As everywhere, the last line's terminator is no part of the excerpt.
  const end = trimTerminator(bytes, encoding, bytes.length);
  return { bytes: bytes.subarray(0, end), encoding, wholeLines: true };
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
    ...(excerpt.wholeLines ? {} : { bytes: bytesOf(excerpt) }),
    ...place,
  };
}

function bytesOf(excerpt: Excerpt): { readonly start: number; readonly end: number } {
  return { start: excerpt.startByte, end: excerpt.startByte + excerpt.bytes.length };
}
