import { EngineError, optionInvalid } from "../errors.ts";
import type { Artifact } from "../model/artifact.ts";
import type { CallOptions } from "../model/engine.ts";
import type { CitationCheck, VerifyResponse } from "../model/verify-response.ts";
import { locateExcerpt } from "../pipeline/cite/locate-excerpt.ts";
import { parseReference, type Reference } from "../pipeline/cite/parse-reference.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { settleCall } from "./call-settings.ts";
import { type CurrentTexts, createCurrentTexts, toCitation } from "./cite-candidate.ts";
import { composeSignals } from "./compose-signals.ts";
import { listObservations } from "./list-observations.ts";
import { readLines } from "./open.ts";
import { findVersion } from "./resolve-reference.ts";
import type { CallParts, Session } from "./session.ts";

interface Verified {
  readonly check: CitationCheck;
  readonly artifact: Artifact | "unknown";
}

/**
 * Compares citations with the immutable version they name and, apart from that, with what the file holds now. One that
 * does not resolve is an outcome, not a refusal (REF-22, CIT-10).
 */
export async function verify(
  parts: CallParts,
  citations: readonly string[],
  options: CallOptions,
): Promise<VerifyResponse> {
  if (citations.length === 0)
    throw optionInvalid("citations", "give at least one citation to verify");
  const settings = settleCall(parts, options);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const texts = createCurrentTexts(parts);
  const verified: Verified[] = [];
  for (const asked of citations) verified.push(await verifyOne(parts, session, { texts, asked }));
  const refs = verified.flatMap(({ artifact }) => (artifact === "unknown" ? [] : [artifact.ref]));
  const { observations, gaps: ledgerGaps } = await listObservations(parts, refs);
  const facts = { settings, standing, observations };
  return fitResponse<VerifyResponse, Verified>({
    capBytes: settings.capBytes,
    items: verified,
    gaps: [...session.gaps, ...ledgerGaps, ...summarizeGaps(standing.gaps)],
    build: (kept, gaps, budget) => {
      const shown = kept.flatMap(({ artifact }) => (artifact === "unknown" ? [] : [artifact]));
      return {
        schema: "exhibit.verify/1",
        checks: kept.map(({ check }) => check),
        gaps,
        ...composeSignals(parts, facts, shown),
        budget,
      };
    },
  });
}

async function verifyOne(
  parts: CallParts,
  session: Session,
  wanted: { readonly texts: CurrentTexts; readonly asked: string },
): Promise<Verified> {
  const { asked, texts } = wanted;
  const reference = parseReference(asked, parts.toArtifact);
  if (reference === "malformed") {
    const check = {
      asked,
      artifact: "unknown",
      resolved: "malformed",
      citation: "unknown",
      reason: "this is not a citation",
    } as const;
    return { check, artifact: "unknown" };
  }
  const artifact = await findArtifact(session, reference);
  if (artifact === undefined) {
    const reason =
      reference.version === "current"
        ? "nothing of this name is indexed"
        : "no such version is stored";
    const check = {
      asked,
      artifact: "unknown",
      resolved: "version_unknown",
      citation: "unknown",
      reason,
    } as const;
    return { check, artifact: "unknown" };
  }
  const lines = reference.lines;
  const read = await readOrRefusal(() => readLines(parts, session, { artifact, lines, asked }));
  if (read instanceof EngineError) {
    const resolved = "mismatch";
    return {
      check: { asked, artifact: artifact.ref, resolved, citation: "unknown", reason: read.message },
      artifact,
    };
  }
  const place = locateExcerpt(read.excerpt, artifact.version, await texts.read(artifact));
  const citation = toCitation(parts, { artifact, excerpt: read.excerpt, place });
  const check: CitationCheck = {
    asked,
    artifact: artifact.ref,
    resolved: "exact",
    citation,
    reason: REASONS[place.state],
  };
  return { check, artifact };
}

const REASONS = {
  current: "the same bytes stand at the same lines",
  relocated: "the same bytes stand at other lines",
  changed: "the cited bytes are no longer in the file",
  gone: "the file is gone",
  unchecked: "the file cannot be read now",
} as const;

async function findArtifact(session: Session, reference: Reference): Promise<Artifact | undefined> {
  if (reference.version !== "current") return findVersion(session, reference);
  return (await session.store.artifacts([reference.artifact]))[0];
}

/** Damage and a range that does not exist are what verification is for; everything else passes through. */
async function readOrRefusal<T>(read: () => Promise<T>): Promise<T | EngineError> {
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
