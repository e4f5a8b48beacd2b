import { EngineError } from "../errors.ts";
import { entryUnknown } from "../errors-of-entries.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Citation } from "../model/citation.ts";
import { placeOf } from "../model/citation-text.ts";
import type { SavedCitation } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { CitationCheck } from "../model/verify-response.ts";
import type { Excerpt } from "../pipeline/cite/excerpt.ts";
import { locateExcerpt } from "../pipeline/cite/locate-excerpt.ts";
import { parseReference, type Reference } from "../pipeline/cite/parse-reference.ts";
import type { CitableTexts } from "./citable-texts.ts";
import { type CurrentTexts, createCurrentTexts, toCitation } from "./cite-candidate.ts";
import { isStoreName } from "./entry-artifact.ts";
import { explainAbsence } from "./explain-absence.ts";
import { isSavedExcerpt } from "./match-saved-excerpt.ts";
import { readLines } from "./open.ts";
import { findArtifact, textsOf } from "./resolve-reference.ts";
import type { CallParts, Session } from "./session.ts";

/** A check with the artifact version it is about, for the signals of the response. */
export interface CheckedCitation {
  readonly check: CitationCheck;
  readonly artifact: Artifact | "unknown";
}

const STATES = {
  current: "the same bytes stand at the same lines",
  relocated: "the same bytes stand at other lines",
  changed: "the cited bytes are no longer in the file",
  gone: "the file is gone",
  unchecked: "the file cannot be read now",
} as const;

/** What every check of one response shares: texts and artifacts read for one citation serve the next. */
interface Desk {
  readonly parts: CallParts;
  readonly session: Session;
  readonly gaps: readonly Gap[];
  readonly texts: CurrentTexts;
  readonly findMoved: (gone: Artifact) => Promise<string | "nowhere">;
}

/** Returns the check of one citation. `gaps` are the standing ones, which may say why there is no such text. */
export function createCitationCheck(
  parts: CallParts,
  session: Session,
  gaps: readonly Gap[],
): (asked: string | SavedCitation) => Promise<CheckedCitation> {
  const texts = createCurrentTexts(parts);
  const desk: Desk = { parts, session, gaps, texts, findMoved: createMoveFinder(parts, session) };
  return async (given) => {
    const asked = typeof given === "string" ? given : given.citation;
    const reference = parseReference(asked, parts.toArtifact);
    if (reference === "malformed") return refuse(asked, "malformed", "this is not a citation");
    const stored = await readable(parts, session, reference.source);
    if (stored instanceof EngineError) return refuse(asked, "unavailable", stored.message);
    const artifact = await findArtifact(stored, reference);
    if (artifact !== undefined) {
      return judge(desk, given, { asked, reference, artifact, stored });
    }
    if (isStoreName(reference.source)) {
      return refuse(asked, "version_unknown", entryUnknown(asked).message);
    }
    if (reference.version !== "current")
      return refuse(asked, "version_unknown", "no such version is stored");
    const refusal = await explainAbsence(parts, session, { text: asked, reference, gaps });
    return refuse(asked, "version_unknown", refusal.message);
  };
}

interface FoundVersion {
  readonly asked: string;
  readonly reference: Reference;
  readonly artifact: Artifact;
  /** Where it is read back from. */
  readonly stored: CitableTexts;
}

async function judge(
  desk: Desk,
  given: string | SavedCitation,
  { asked, reference, artifact, stored }: FoundVersion,
): Promise<CheckedCitation> {
  const { parts, texts } = desk;
  const { lines } = reference;
  const read = await readOrRefusal(() => readLines(parts, stored, { artifact, lines, asked }));
  const base = { asked, artifact: artifact.ref };
  const mismatch = (reason: string, citation: Citation | "unknown"): CheckedCitation => ({
    check: { ...base, resolved: "mismatch", citation, reason },
    artifact,
  });
  if (read instanceof EngineError) return mismatch(read.message, "unknown");
  const place = locateExcerpt(read.excerpt, artifact.version, await texts.read(artifact));
  const citation = toCitation(parts, { artifact, excerpt: read.excerpt, place });
  const isSame =
    typeof given === "string" ||
    (await isSavedExcerpt(stored, artifact, { saved: given, read: read.excerpt }));
  if (!isSame) return mismatch("the saved excerpt is not what this version has there", citation);
  if (reference.version === "current") {
    const reason = adviseVersion(reference, citation);
    return { check: { ...base, resolved: "unpinned", citation, reason }, artifact };
  }
  const reason = await explainState(desk, artifact, citation);
  return { check: { ...base, resolved: "exact", citation, reason }, artifact };
}

async function explainState(desk: Desk, artifact: Artifact, { state }: Citation): Promise<string> {
  const moved =
    state === "gone" && !isStoreName(artifact.source) ? await desk.findMoved(artifact) : "nowhere";
  return moved === "nowhere"
    ? STATES[state]
    : `${STATES.gone}; the same bytes are indexed as ${moved}`;
}

function refuse(
  asked: string,
  resolved: CitationCheck["resolved"],
  reason: string,
): CheckedCitation {
  const check = { asked, artifact: "unknown", resolved, citation: "unknown", reason } as const;
  return { check, artifact: "unknown" };
}

function adviseVersion({ lines }: Reference, citation: Citation): string {
  const place = lines === "all" ? citation.path : placeOf(citation);
  return `it names no version, so it means whatever stands there now; to pin it to that, write ${place}@${citation.version}`;
}

/** Where the bytes of a file that is gone stand under another path, as far as the index knows. */
function createMoveFinder(
  parts: CallParts,
  session: Session,
): (gone: Artifact) => Promise<string | "nowhere"> {
  let current: Promise<readonly Artifact[]> | "unread" = "unread";
  return async (gone) => {
    if (current === "unread") current = session.store.artifacts();
    const twin = (await current).find(
      ({ ref, version }) => version === gone.version && ref !== gone.ref,
    );
    return twin === undefined ? "nowhere" : parts.toDisplayPath(twin.source, twin.path);
  };
}

/** Where texts of a source are read back from, or why they cannot be: one store that fails judges nothing else. */
async function readable(
  parts: CallParts,
  session: Session,
  source: string,
): Promise<CitableTexts | EngineError> {
  if (!isStoreName(source)) return session.store;
  const opened = await parts.entries.read(source);
  if (opened.status === "failed" || opened.status === "missing") return opened.error;
  return textsOf(parts, session, source);
}

/** Damage and a range that does not exist are what verification is for; everything else passes through. */
async function readOrRefusal(
  read: () => Promise<{ readonly excerpt: Excerpt }>,
): Promise<{ readonly excerpt: Excerpt } | EngineError> {
  try {
    return await read();
  } catch (error) {
    if (
      error instanceof EngineError &&
      (error.code === "line_out_of_range" || error.code === "store_corrupt")
    ) {
      return error;
    }
    throw error;
  }
}
