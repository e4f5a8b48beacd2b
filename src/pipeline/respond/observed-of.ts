import type { Artifact } from "../../model/artifact.ts";
import { type Instant, UNKNOWN_INSTANT } from "../../model/instant.ts";

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
 * Returns every date an artifact states, each once, and one unknown when some of its records state none: the oldest decides its
 * age, and a page with an undated record never counts as dated throughout (FRE-06, FRE-16).
 */
export function observationsOf({ observed, sectionObserved = {} }: Artifact): readonly Instant[] {
  const distinct = new Map([observed, ...Object.values(sectionObserved)].map((at) => [at.at, at]));
  return [...distinct.values()];
}
