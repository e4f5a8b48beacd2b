import { EngineError } from "../errors.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Citation } from "../model/citation.ts";
import { createExcerpt } from "../pipeline/cite/excerpt.ts";
import { type IdentifiedText, locateExcerpt } from "../pipeline/cite/locate-excerpt.ts";
import {
  type AuthorWords,
  NO_AUTHOR_WORDS,
  readAuthorWords,
} from "../pipeline/gather/author-words.ts";
import {
  type CutBytes,
  createVersionText,
  type VersionText,
} from "../pipeline/gather/version-text.ts";
import { createCurrentTexts, toCitation } from "./cite-candidate.ts";
import type { Located } from "./cite-candidates.ts";
import { isStoreName } from "./entry-artifact.ts";
import type { CallParts } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** An immutable version read back whole, what its author says of it, and how it is cited. */
export interface ReadVersion {
  readonly version: VersionText;
  readonly author: AuthorWords;
  /** The citation of a piece of it, and where that stands now. */
  readonly cite: (cut: CutBytes) => Citation;
}

/** Reads versions back, each once however many candidates are cut from it. */
export interface VersionReader {
  /** The version, or in a few words why it could not be read back. */
  read(located: Located): Promise<ReadVersion | string>;
}

/** Returns a reader for one call. */
export function createVersionReader(parts: CallParts): VersionReader {
  const current = createCurrentTexts(parts);
  const seen = new Map<string, Promise<ReadVersion | string>>();

  async function readVersion({ artifact, texts }: Located): Promise<ReadVersion | string> {
    const now = await current.read(artifact);
    const passages = await texts.passages(artifact.version, artifact.kind);
    if (typeof passages === "string") return `passages ${passages}`;
    // A file that still hashes to the version is the version.
    const isSame = now.status === "ok" && now.version === artifact.version;
    const bytes = isSame ? now.bytes : await texts.readText(artifact.version);
    if (typeof bytes === "string") return `stored text ${bytes}`;
    const version = createVersionText(artifact, bytes, passages);
    const hasWords = artifact.source === "files" || artifact.source === "records";
    const author = hasWords ? await readAuthorWords(version) : NO_AUTHOR_WORDS;
    return { version, author, cite: createCiter(parts, version, now) };
  }

  return {
    read(located) {
      const { kind, ref, version } = located.artifact;
      const key = `${ref} ${version} ${kind}`;
      const known = seen.get(key) ?? readSafely(located.artifact, () => readVersion(located));
      seen.set(key, known);
      return known;
    },
  };
}

/** Cites pieces of a version, each once: an anchor is of the same lines as its section. */
function createCiter(
  parts: CallParts,
  { artifact, bytes }: VersionText,
  now: IdentifiedText,
): ReadVersion["cite"] {
  const seen = new Map<string, Citation>();
  const citeCut = (cut: CutBytes): Citation => {
    const { encoding, version } = artifact;
    const own = bytes.subarray(cut.startByte, cut.endByte);
    // An empty last line is none of an excerpt's own counting, and is one of these lines.
    const excerpt = { ...createExcerpt({ ...cut, bytes: own, encoding }), endLine: cut.endLine };
    return toCitation(parts, { artifact, excerpt, place: locateExcerpt(excerpt, version, now) });
  };
  return (cut) => {
    const key = `${cut.startByte} ${cut.endByte}`;
    const known = seen.get(key) ?? citeCut(cut);
    seen.set(key, known);
    return known;
  };
}

/** A store that answered and cannot be read a moment later loses its own candidates, and no others. */
async function readSafely(
  { source }: Artifact,
  read: () => Promise<ReadVersion | string>,
): Promise<ReadVersion | string> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof EngineError) || !isStoreName(source)) throw error;
    return reasonOf(error);
  }
}
