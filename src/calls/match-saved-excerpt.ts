import type { Artifact } from "../model/artifact.ts";
import type { SavedCitation } from "../model/engine.ts";
import { type Excerpt, excerptOfPassage, sha256 } from "../pipeline/cite/excerpt.ts";
import type { CitableTexts } from "./citable-texts.ts";

/**
 * Says whether a saved excerpt, its hash and its text, is what the cited version really has at these lines. Most excerpts
 * are whole lines and hash alike; one of an enormous line is a piece of it, and is looked for inside (CIT-04).
 */
export async function isSavedExcerpt(
  store: CitableTexts,
  artifact: Artifact,
  compared: { readonly saved: SavedCitation; readonly read: Excerpt },
): Promise<boolean> {
  const { saved, read } = compared;
  const { excerpt, excerptSha256 } = saved;
  if (excerpt !== undefined && !read.text.includes(excerpt)) return false;
  if (excerptSha256 === read.sha256) return excerpt === undefined || excerpt === read.text;
  if (excerpt !== undefined) return hashesOf(excerpt, read.encoding).includes(excerptSha256);
  return isPiece(store, artifact, { read, excerptSha256 });
}

/** The hash is of bytes, and a byte order mark is no part of the text. */
function hashesOf(text: string, encoding: Artifact["encoding"]): readonly string[] {
  return [text, `\ufeff${text}`].map((marked) => {
    const bytes = encoding === "utf-8" ? Buffer.from(marked) : Buffer.from(marked, "utf16le");
    return sha256(encoding === "utf-16be" ? bytes.swap16() : bytes).slice(0, 16);
  });
}

async function isPiece(
  store: CitableTexts,
  artifact: Artifact,
  asked: { readonly read: Excerpt; readonly excerptSha256: string },
): Promise<boolean> {
  const { startLine, endLine, encoding } = asked.read;
  const passages = await store.passages(artifact.version, artifact.kind);
  if (typeof passages === "string" || startLine !== endLine) return false;
  for (const passage of passages) {
    if (passage.startLine > startLine || passage.endLine < startLine) continue;
    const bytes = await store.readRange(artifact.version, passage.startByte, passage.endByte);
    if (typeof bytes === "string") continue;
    const piece = excerptOfPassage(passage, { bytes, encoding, wholeLines: false });
    if (piece !== "mismatch" && piece.sha256 === asked.excerptSha256) return true;
  }
  return false;
}
