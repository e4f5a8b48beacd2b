import { contentWords, parseQuery } from "../analysis/parse-query.ts";
import { termOf } from "../analysis/term-of.ts";
import { splitWords } from "../analysis/wide-words.ts";
import { EngineError } from "../errors.ts";
import type { Artifact } from "../model/artifact.ts";
import { parseArtifactRef } from "../model/artifact-ref.ts";
import type { Passage } from "../model/passage.ts";
import type { NeedFacts } from "../pipeline/ledger/classify-failure.ts";
import { isUnder, type Need } from "../pipeline/ledger/need.ts";
import type { CitableTexts } from "./citable-texts.ts";
import { textsOf } from "./resolve-reference.ts";
import type { CallParts, Session } from "./session.ts";

/** What can be found out about needed material by looking at it. */
export type LookedUp = Omit<NeedFacts, "chain">;

const UNKNOWN: LookedUp = { resolves: "unknown", inCorpus: "unknown", sharesTerms: "unknown" };
const ABSENT: LookedUp = { resolves: "unknown", inCorpus: false, sharesTerms: "unknown" };
const LOST: LookedUp = { resolves: false, inCorpus: true, sharesTerms: "unknown" };

/**
 * Looks up whether needed material is there, can be read back, and shares a word with what was searched for, in any form; its
 * headings and its title count as they do in a search. It is asked of the workspace as it is now: what was added since the bundle
 * counts as there. A store that cannot be read leaves all of it unknown.
 */
export async function lookUpNeed(
  parts: CallParts,
  session: Session,
  { need, query }: { readonly need: Need; readonly query: string },
): Promise<LookedUp> {
  const parsed = parseArtifactRef(need.artifact);
  if (parsed === "malformed") return ABSENT;
  try {
    const texts = await textsOf(parts, session, parsed.source);
    const [artifact] = await texts.artifacts([need.artifact]);
    return artifact === undefined ? ABSENT : await lookInto(texts, artifact, { need, query });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return UNKNOWN;
  }
}

async function lookInto(
  texts: CitableTexts,
  artifact: Artifact,
  { need, query }: { readonly need: Need; readonly query: string },
): Promise<LookedUp> {
  const { kind, title, version } = artifact;
  const passages = await texts.passages(version, kind);
  const bytes = await texts.readText(version);
  if (typeof passages === "string" || typeof bytes === "string") return LOST;
  const needed = passages.filter((passage) => isPart(passage, need));
  if (needed.length === 0) return ABSENT;
  const words = needed.flatMap(({ endByte, headingPath, startByte }) => [
    decode(bytes.subarray(startByte, endByte), artifact),
    ...headingPath,
  ]);
  const sharesTerms = shareTerms([title, ...words].join("\n"), query);
  return { resolves: true, inCorpus: true, sharesTerms };
}

function isPart({ endLine, headingPath, startLine }: Passage, { part }: Need): boolean {
  if (part === "any") return true;
  if ("heading" in part) return isUnder(headingPath, part.heading);
  return startLine <= part.endLine && part.startLine <= endLine;
}

function decode(bytes: Uint8Array, { encoding }: Artifact): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** A question whose words were forgotten has none that could be compared. */
function shareTerms(text: string, query: string): boolean | "unknown" {
  const asked = new Set(
    contentWords(parseQuery(query), false).flatMap(({ parts }) => parts.map(termOf)),
  );
  if (asked.size === 0 || query === "forgotten") return "unknown";
  return splitWords(text).some(({ form }) => asked.has(termOf(form)));
}
