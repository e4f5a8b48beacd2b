import { artifactUnknown, type EngineError, pathRefused } from "../errors.ts";
import type { Gap, GapCode } from "../model/gap.ts";
import type { Reference } from "../pipeline/cite/parse-reference.ts";
import type { CallParts, Session } from "./session.ts";

/** Why a path that exists, or did, has no artifact. Codes that are never about one path have no entry. */
const REASONS: Readonly<Partial<Record<GapCode, string>>> = {
  artifact_vanished: "it was deleted before it could be read",
  denied: "the deny-list keeps it closed",
  file_binary: "it is binary and was skipped",
  file_changing: "it kept changing while it was read",
  file_special: "it is no regular file",
  file_too_large: "it is too large and was skipped",
  file_undecodable: "it is no valid text in a known encoding and was skipped",
  file_unreadable: "it cannot be read",
  link_not_followed: "it is a symbolic link, and links are not followed",
  module_missing: "it is not there any more",
};

/**
 * Returns the refusal for a reference that leads to no current artifact, with the reason the program knows: what was
 * skipped and why, a folder, a closed path.
 */
export async function explainAbsence(
  parts: CallParts,
  session: Session,
  asked: { readonly text: string; readonly reference: Reference; readonly gaps: readonly Gap[] },
): Promise<EngineError> {
  const { text, reference, gaps } = asked;
  const path = reference.path.replace(/\/+$/, "");
  const gap = gaps.find(({ code, subject }) => subject === path && REASONS[code] !== undefined);
  if (gap !== undefined) {
    const detail = gap.detail === undefined ? "" : ` (${gap.detail})`;
    return artifactUnknown(text, `The reason: ${REASONS[gap.code]}${detail}.`);
  }
  const inside = await countInside(session, reference.source, path);
  if (inside > 0) {
    const glob = path === "." ? "**" : `${path}/**`;
    const texts = inside === 1 ? "1 text" : `${inside} texts`;
    return artifactUnknown(
      text,
      `It is a folder with ${texts}; "exhibit map --path '${glob}'" lists them.`,
    );
  }
  const reader = parts.readerOf(reference.source);
  const now = reader === "none" ? undefined : await reader.readCurrent(path);
  if (now?.status === "refused") return pathRefused(path, now.reason);
  return now?.status === "unreadable"
    ? artifactUnknown(text, `The reason: ${now.reason}.`)
    : artifactUnknown(text);
}

async function countInside(session: Session, source: string, path: string): Promise<number> {
  const artifacts = await session.store.artifacts();
  return artifacts.filter(
    (artifact) =>
      artifact.source === source && (path === "." || artifact.path.startsWith(`${path}/`)),
  ).length;
}
