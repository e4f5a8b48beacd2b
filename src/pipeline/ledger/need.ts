import { splitWords } from "../../analysis/wide-words.ts";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { DeferredItem, Exhibit, Expansion } from "../../model/bundle-response.ts";
import type { BundleRecord, RecordedCandidate } from "../../model/ledger-record.ts";
import type { Granularity } from "../../model/representation.ts";

/** What a task needed: an artifact, or the part of it under a heading or on some lines. */
export interface Need {
  readonly artifact: ArtifactRef;
  readonly part:
    | "any"
    | { readonly heading: string }
    | { readonly startLine: number; readonly endLine: number };
}

type Located = Pick<RecordedCandidate, "artifact" | "headingPath"> & {
  readonly citation: { readonly startLine: number; readonly endLine: number };
};

/** Returns whether this is what was needed: of the artifact, and of the part where one is named. */
export function isNeeded({ artifact, citation, headingPath }: Located, need: Need): boolean {
  if (artifact !== need.artifact) return false;
  const { part } = need;
  if (part === "any") return true;
  if ("heading" in part) return isUnder(headingPath, part.heading);
  return citation.startLine <= part.endLine && part.startLine <= citation.endLine;
}

/** Returns whether a heading is one of those above a text, by its words: `#production-approval` is `Production approval`. */
export function isUnder(headingPath: readonly string[], heading: string): boolean {
  const asked = wordsOf(heading);
  return headingPath.some((own) => wordsOf(own) === asked);
}

function wordsOf(heading: string): string {
  const words = splitWords(heading).filter(({ kind }) => kind === "part");
  // A heading of signs alone has no words.
  return words.length === 0 ? heading.trim() : words.map(({ form }) => form).join(" ");
}

const TEXTS: readonly Granularity[] = ["span", "section", "full"];

/** Returns whether an exhibit shows the text of what was needed: a name or a description of it is not enough. */
export function shows(exhibit: Exhibit, need: Need): boolean {
  const { granularity } = exhibit.representation;
  if (granularity === "full") return exhibit.artifact === need.artifact;
  return TEXTS.includes(granularity) && isNeeded(exhibit, need);
}

/** Something in a bundle by which what was needed could have been asked for. */
export interface Handle {
  readonly bundle: string;
  readonly kind: "exhibit" | "deferred";
  readonly label: string;
  readonly candidate: string;
  /** The least form that would have shown it. */
  readonly to: Granularity;
}

/** Lists the handles of a bundle that lead to what was needed, in its order. */
export function findHandles(record: BundleRecord, need: Need): readonly Handle[] {
  const items = [
    ...record.exhibits.map((item) => ({ kind: "exhibit" as const, item })),
    ...record.deferred.map((item) => ({ kind: "deferred" as const, item })),
  ];
  return items.flatMap(({ item, kind }) => {
    const to = leastForm(item, need);
    if (to === "none") return [];
    return [{ bundle: record.id, kind, label: item.label, candidate: item.candidate, to }];
  });
}

/** All of an artifact shows each part of it; less of it only its own. */
function leastForm(item: Exhibit | DeferredItem, need: Need): Granularity | "none" {
  if (item.artifact !== need.artifact) return "none";
  const forms = isNeeded(item, need) ? TEXTS : TEXTS.slice(-1);
  const isOffered = (form: Granularity): boolean =>
    item.expansions.some(({ to }: Expansion) => to === form);
  return forms.find(isOffered) ?? "none";
}
