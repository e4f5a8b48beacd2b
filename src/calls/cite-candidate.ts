import type { Artifact } from "../model/artifact.ts";
import type { Citation } from "../model/citation.ts";
import type { Gap } from "../model/gap.ts";
import { createExcerpt, type Excerpt, excerptOfPassage } from "../pipeline/cite/excerpt.ts";
import { locateExcerpt, type PlaceNow } from "../pipeline/cite/locate-excerpt.ts";
import type { ContentStore } from "../ports/content-store.ts";
import type { CurrentText } from "../ports/source-reader.ts";
import type { CallParts } from "./session.ts";

/** A passage read back from the immutable version, hashed again, and looked for where it came from. */
export interface CitedPassage {
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
  read(artifact: Artifact): Promise<CurrentText>;
}

export function createCurrentTexts(parts: CallParts): CurrentTexts {
  const seen = new Map<string, Promise<CurrentText>>();
  return {
    read(artifact) {
      const known = seen.get(artifact.ref);
      if (known !== undefined) return known;
      const reader = parts.readerOf(artifact.source);
      const text: Promise<CurrentText> =
        reader === "none" ? Promise.resolve({ status: "gone" }) : reader.readCurrent(artifact.path);
      seen.set(artifact.ref, text);
      return text;
    },
  };
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
  const passages = await store.passages(artifact.version, artifact.kind);
  if (typeof passages === "string") return fail(`passages ${passages}`);
  const passage = passages[position];
  if (passage === undefined) return fail(`no passage ${position}`);
  const bytes = wanted.whole
    ? await store.readText(artifact.version)
    : await store.readRange(artifact.version, passage.startByte, passage.endByte);
  if (typeof bytes === "string") return fail(`stored text ${bytes}`);
  const { encoding } = artifact;
  const excerpt = wanted.whole
    ? createExcerpt({ bytes, encoding, startByte: 0, startLine: 1, wholeLines: true })
    : excerptOfPassage(passages, position, { bytes, encoding });
  if (excerpt === "mismatch") return fail("stored text does not hash to its citation");
  const place = locateExcerpt(excerpt, artifact.version, await texts.read(artifact));
  return { status: "cited", cited: { artifact, headingPath: passage.headingPath, excerpt, place } };
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
