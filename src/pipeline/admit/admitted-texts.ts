import type { Candidate } from "../../model/candidate.ts";
import type { Reason } from "../../model/decision.ts";
import type { Offer } from "../../model/representation.ts";
import type { Resident, ResidentExhibit } from "../../model/resident.ts";
import { compareTraits, type Likeness, readTraits, type TextTraits } from "./redundancy.ts";
import type { PoolSignals } from "./signals.ts";
import type { TaskTerm } from "./task-terms.ts";
import type { TextReader } from "./text-reader.ts";

/** The texts that are in the bundle, or in the reader's hands, and how others stand to them. */
export interface AdmittedTexts {
  /** Takes a form in; an earlier one of the same candidate is replaced. */
  add(candidate: Candidate, offer: Offer): void;
  /** Takes a candidate out again. */
  drop(candidate: Candidate): void;
  /** Why a form would add nothing, or `"none"`: by its lines alone, or by its words as well. */
  redundancyOf(candidate: Candidate, offer: Offer, by: "lines" | "words"): Reason | "none";
  /** Whether every content word of one form stands in the other; false where the pool does not hold both texts. */
  isWithin(inner: Offer, outer: Offer): boolean;
  /** For each admitted candidate the ids, or labels of resident exhibits, that differ from it in numbers or names. */
  conflicts(): ReadonlyMap<string, readonly string[]>;
  /** Terms of the task that no text holds. */
  uncovered(): readonly TaskTerm[];
  /** Terms that no settled text holds: a description settles nothing while there is more behind it (DIS-21). */
  unsettled(): readonly TaskTerm[];
}

/** A text by the name that decisions know it by. */
interface Held {
  readonly name: string;
  readonly artifact: string;
  readonly version: string;
  readonly lines: Offer["lines"];
  readonly text: string | "deferred";
  readonly key: object;
  /** A description is drawn from lines that it does not hold. */
  readonly isExact: boolean;
  readonly isSettled: boolean;
  /** `"resident"` for what is no candidate. */
  readonly ageClass: Candidate["ageClass"] | "resident";
}

/** Begins with what the reader has. */
export function createAdmittedTexts(resident: Resident, signals: PoolSignals): AdmittedTexts {
  const held = new Map(resident.exhibits.map((exhibit) => [exhibit.label, residentText(exhibit)]));
  const { reader, terms } = signals;
  const lacking = (texts: readonly Held[]): readonly TaskTerm[] => {
    const read = texts.flatMap(({ text }) =>
      text === "deferred" ? [] : reader.read(text).distinct,
    );
    return terms.filter(({ term }) => !read.some((distinct) => distinct.has(term)));
  };
  return {
    add: (candidate, offer) => held.set(candidate.id, candidateText(candidate, offer)),
    drop: ({ id }) => held.delete(id),
    redundancyOf: (candidate, offer, by) => {
      const own = candidateText(candidate, offer);
      const others = [...held.values()].filter(({ isExact, name }) => isExact && name !== own.name);
      const same = others.find((other) => coversLines(other, own));
      if (same !== undefined) return { code: "redundant", with: same.name };
      return by === "lines" ? "none" : sayTheSame(own, others, reader);
    },
    isWithin: (inner, outer) => isContained(textOf(inner), textOf(outer), reader),
    conflicts: () => findConflicts([...held.values()], reader),
    uncovered: () => lacking([...held.values()]),
    unsettled: () => lacking([...held.values()].filter(({ isSettled }) => isSettled)),
  };
}

/** One that is older than allowed, where the other is not, is outdated before it is redundant (FRE-23). */
function sayTheSame(own: Held, others: readonly Held[], reader: TextReader): Reason | "none" {
  const other = others.find((each) => isContained(own, each, reader));
  if (other === undefined) return "none";
  const isOlder = own.ageClass === "outdated" && other.ageClass === "dated";
  return { code: isOlder ? "outdated" : "redundant", with: other.name };
}

function findConflicts(
  all: readonly Held[],
  reader: TextReader,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const note = (of: string, other: string): void => {
    found.set(of, [...(found.get(of) ?? []), other]);
  };
  all.forEach((left, place) => {
    for (const right of all.slice(place + 1)) {
      if (compare(left, right, reader) !== "conflict") continue;
      if (compare(right, left, reader) !== "conflict") continue;
      note(left.name, right.name);
      note(right.name, left.name);
    }
  });
  return found;
}

type Comparable = Pick<Held, "key" | "text">;

const known: WeakMap<object, TextTraits> = new WeakMap();

/** Texts that the pool does not hold differ, as far as anybody can know. */
function compare(text: Comparable, admitted: Comparable, reader: TextReader): Likeness {
  if (text.text === "deferred" || admitted.text === "deferred") return "different";
  const read = ({ key }: Comparable, words: string): TextTraits => {
    const traits = known.get(key) ?? readTraits(words, reader);
    known.set(key, traits);
    return traits;
  };
  return compareTraits(read(text, text.text), read(admitted, admitted.text));
}

/** Terms alone show most texts to be different, and are read already. */
function isContained(text: Comparable, admitted: Comparable, reader: TextReader): boolean {
  if (text.text === "deferred" || admitted.text === "deferred") return false;
  const outer = reader.read(admitted.text).distinct;
  for (const term of reader.read(text.text).distinct) if (!outer.has(term)) return false;
  return compare(text, admitted, reader) === "redundant";
}

function textOf(offer: Offer): Comparable {
  return { key: offer, text: offer.text };
}

function candidateText(candidate: Candidate, offer: Offer): Held {
  const { id, artifact, ageClass } = candidate;
  // As an exhibit that the reader has states it.
  const version = candidate.version.slice(0, 16);
  const { lines, text } = offer;
  const isExact = offer.fidelity === "exact";
  const isSettled = isExact || offer.notShown.length === 0;
  return { name: id, artifact, version, lines, text, key: offer, isExact, isSettled, ageClass };
}

function residentText(exhibit: ResidentExhibit): Held {
  const { label, artifact, version, lines, text } = exhibit;
  const isExact = exhibit.representation.fidelity === "exact";
  return {
    name: label,
    artifact,
    version,
    lines,
    text,
    key: exhibit,
    isExact,
    isSettled: isExact,
    ageClass: "resident",
  };
}

/** Lines that a text holds need not be read to know that it holds them. */
function coversLines(outer: Held, inner: Held): boolean {
  if (outer.artifact !== inner.artifact || outer.version !== inner.version) return false;
  if (outer.lines === "none" || inner.lines === "none") return outer.lines === inner.lines;
  const { startLine, endLine } = outer.lines;
  return startLine <= inner.lines.startLine && inner.lines.endLine <= endLine;
}
