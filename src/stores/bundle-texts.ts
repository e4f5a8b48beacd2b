// What a bundle says apart from what it counts: forgetting takes every word and leaves every number, hash and code.

/** Stands where a text was. */
const HOLE = "forgotten";

/**
 * Fields whose strings are codes, hashes, times, labels and references. A string of any other field is a text, so that a field
 * that is added later is forgotten unless somebody lists it here.
 */
const CODES: ReadonlySet<string> = new Set([
  "ablation",
  "ageClass",
  "answerSha256",
  "artifact",
  "at",
  "basis",
  "bundle",
  "by",
  "candidate",
  "code",
  "composition",
  "conflictsWith",
  "counter",
  "currency",
  "duplicateOf",
  "exactMatch",
  "excerptSha256",
  "fidelity",
  "form",
  "fragment",
  "from",
  "generation",
  "generator",
  "granularity",
  "id",
  "judgement",
  "label",
  "minFidelity",
  "offered",
  "origin",
  "outcome",
  "overlaps",
  "overlapsWith",
  "part",
  "path",
  "policyVersion",
  "previous",
  "priceTable",
  "provenance",
  "renderingSha256",
  "scope",
  "sha256",
  "source",
  "state",
  "status",
  "supersededBy",
  "to",
  "unused",
  "verdict",
  "version",
  "with",
  "wordedBy",
]);

/** Values that say that there is none. */
const NOTHING: ReadonlySet<string> = new Set(["any", "deferred", "none", "unavailable", "unknown"]);

/** A value without its texts, and the texts in the order in which the value has them. */
export interface Blanked<T> {
  readonly facts: T;
  readonly texts: readonly string[];
}

/** Takes every text out of a plain value; `"forgotten"` stands in each one's place. */
export function takeTexts<T>(value: T): Blanked<T> {
  const texts: string[] = [];
  const facts = mapTexts(value, "", (text) => {
    texts.push(text);
    return HOLE;
  });
  return { facts, texts };
}

/** Puts texts back where they were, or returns `"mismatch"` when they are not as many as were taken. */
export function putTexts<T>(facts: T, texts: readonly string[]): T | "mismatch" {
  let next = 0;
  const value = mapTexts(facts, "", (text) => (text === HOLE ? (texts[next++] ?? HOLE) : text));
  return next === texts.length ? value : "mismatch";
}

function mapTexts<T>(value: T, key: string, map: (text: string) => string): T {
  return mapped(value, key, map) as T;
}

function mapped(value: unknown, key: string, map: (text: string) => string): unknown {
  if (typeof value === "string") return CODES.has(key) || NOTHING.has(value) ? value : map(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, key, map));
  if (typeof value !== "object" || value === null) return value;
  // The form of a term is a word of the task; that of a bundle is a code.
  const within = key === "terms" ? "terms." : "";
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapped(item, within + name, map)]),
  );
}
