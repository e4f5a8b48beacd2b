import type { Artifact } from "../../model/artifact.ts";
import { type Instant, isKnown, UNKNOWN_INSTANT } from "../../model/instant.ts";

/**
 * Says when the facts under a heading were seen: on a page of records each record's section has the date its record states
 * and no other (FRE-16). What belongs to no record, such as the page's title, is as old as the oldest of them.
 */
export function observedOf(artifact: Artifact, headingPath: readonly string[]): Instant {
  const { observed, sectionObserved } = artifact;
  if (sectionObserved === undefined) return observed;
  // A heading of markup alone has no words and is in no path: what stands below it looks like a part of the page's head.
  const [, section = ""] = headingPath;
  if (section === "" && !Object.hasOwn(sectionObserved, "")) return observed;
  const isOwn = section !== "" && Object.hasOwn(sectionObserved, section);
  return (isOwn ? sectionObserved[section] : undefined) ?? UNKNOWN_INSTANT;
}

/** Returns the artifact as one section of it is: with the section's own date in place of the page's. */
export function narrowToSection(artifact: Artifact, headingPath: readonly string[]): Artifact {
  const { sectionObserved, ...whole } = artifact;
  if (sectionObserved === undefined) return artifact;
  const isHead = headingPath.length < 2 && !Object.hasOwn(sectionObserved, "");
  return isHead ? artifact : { ...whole, observed: observedOf(artifact, headingPath) };
}

/**
 * Returns what an artifact says of its age as a whole: its oldest date and, when some of its records state none, one unknown
 * beside it, so that a page with an undated record never counts as dated throughout.
 */
export function observationsOf(artifact: Artifact): readonly Instant[] {
  const { observed, sectionObserved } = artifact;
  if (sectionObserved === undefined || !isKnown(observed)) return [observed];
  const hasUndated = Object.values(sectionObserved).some((instant) => !isKnown(instant));
  return hasUndated ? [observed, UNKNOWN_INSTANT] : [observed];
}
