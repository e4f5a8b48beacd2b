import type { SearchOptions } from "../model/engine.ts";
import type { Hit, Retrieval } from "../model/search-response.ts";
import { type Excerpt, narrowExcerpt } from "../pipeline/cite/excerpt.ts";
import { ageInDays } from "../pipeline/respond/assess-sources.ts";
import { toCitation } from "./cite-candidate.ts";
import type { CitedHit } from "./cite-candidates.ts";
import { toHitEntry } from "./entry-artifact.ts";
import type { CallParts } from "./session.ts";

/** Bytes of an excerpt at detail `anchor`: enough to see what a passage is about. */
const ANCHOR_BYTES = 240;

/** Shortens a hit to what fits: its citation then names exactly the lines shown (BUD-11). */
export function narrowHit(
  hit: CitedHit,
  fits: (candidate: CitedHit) => boolean,
): CitedHit | "nothing" {
  const withExcerpt = (excerpt: Excerpt): CitedHit => ({
    ...hit,
    cutTo: "cap",
    cited: { ...hit.cited, excerpt },
  });
  const narrowed = narrowExcerpt(hit.cited.excerpt, (excerpt) => fits(withExcerpt(excerpt)));
  return narrowed === "nothing" ? "nothing" : withExcerpt(narrowed);
}

/** The public form of a hit at the asked detail. */
export function toHit(
  parts: CallParts,
  hit: CitedHit,
  view: { readonly rank: number; readonly options: SearchOptions; readonly nowMs: number },
): Hit {
  const { candidate, share } = hit.found;
  const { cited, cutTo } = view.options.detail === "anchor" ? toAnchor(hit) : hit;
  const { artifact } = cited;
  const base = {
    rank: view.rank,
    score: round(candidate.score),
    share: round(share),
    artifact: artifact.ref,
    title: artifact.title,
    headingPath: cited.headingPath,
    citation: toCitation(parts, cited),
    observed: { at: artifact.observed.at, basis: artifact.observed.basis },
    ageDays: ageInDays(artifact.observed, view.nowMs),
    origin: artifact.origin,
    ...(hit.entry === "none" ? {} : { entry: toHitEntry(hit.entry) }),
    matched: candidate.matched,
    unmatched: candidate.unmatched,
    ...(candidate.explanation === undefined ? {} : { explanation: candidate.explanation }),
  };
  if (view.options.detail === "identity") return base;
  return {
    ...base,
    excerpt: cited.excerpt.text,
    ...(cutTo === undefined ? {} : { truncated: cutTo }),
  };
}

function toAnchor(hit: CitedHit): CitedHit {
  if (hit.cited.excerpt.bytes.length <= ANCHOR_BYTES) return hit;
  const fits = (candidate: CitedHit): boolean =>
    candidate.cited.excerpt.bytes.length <= ANCHOR_BYTES;
  const anchor = narrowHit(hit, fits);
  return anchor === "nothing" ? hit : { ...anchor, cutTo: "anchor" };
}

/** States what the retrieval is worth, without judging whether it answers (CIT-08, CIT-09, LEX-11). */
export function assessRetrieval(
  method: Retrieval["method"],
  hits: readonly CitedHit[],
  shown: readonly CitedHit[],
): Retrieval {
  const [first, second] = hits;
  const isCovered = shown.some(
    ({ found }) => found.candidate.unmatched.length === 0 && found.candidate.matched.length > 0,
  );
  const margin =
    first === undefined || second === undefined || first.found.share <= 0
      ? "unavailable"
      : round((first.found.share - second.found.share) / first.found.share);
  return {
    method,
    evidence: shown.length === 0 ? "none" : isCovered ? "covered" : "weak",
    margin,
    hitsAre: "candidates",
    proves: "source position",
    answersQuestion: "not_evaluated",
  };
}

/** Four decimals order any two hits a person compares, at a third of the bytes. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
