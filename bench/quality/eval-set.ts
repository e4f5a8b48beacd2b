import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TextRange } from "./pack-paragraphs.ts";
import { type SectionUnit, splitUnits } from "./section-units.ts";

/** A question with the units that answer it. */
export interface EvalQuestion {
  readonly id: string;
  readonly question: string;
  /** Ids of the units the gold names; empty when the corpus cannot answer. */
  readonly right: ReadonlySet<number>;
  /** The ranges the gold names, where it names ranges or quotes. */
  readonly spans: readonly GoldSpan[];
  /** Ids of the units that a set marks as leading astray: planted wrong answers (`traps`) and lookalikes (`noise`). */
  readonly misleading: { readonly traps: ReadonlySet<number>; readonly noise: ReadonlySet<number> };
}

/** A question that the corpus does not answer, by the people who wrote the set. */
export interface UnanswerableQuestion {
  readonly id: string;
  readonly question: string;
  /** What the set says of it, lowercased, such as `underspecified`; `unanswerable` when it says nothing. */
  readonly label: string;
}

/** A UTF-16 range of one document that answers a question. */
export interface GoldSpan extends TextRange {
  readonly doc: string;
}

/** One public question set over its own corpus. */
export interface EvalSet {
  readonly name: string;
  readonly corpusFolder: string;
  /** Exact text by document path below the corpus folder, without `.md`. */
  readonly documents: ReadonlyMap<string, string>;
  readonly units: readonly SectionUnit[];
  /** Gold names ranges of characters, so long sections are cut into passages before anything is ranked. */
  readonly isSpanGold: boolean;
  /** Questions whose gold was found in the corpus: the only ones that rank measures are defined on. */
  readonly questions: readonly EvalQuestion[];
  readonly unanswerable: readonly UnanswerableQuestion[];
  /** Questions without gold, and questions whose gold no unit matches. */
  readonly unscored: { readonly unanswerable: number; readonly goldNotFound: number };
}

/** What one gold entry may say: a document, and within it a heading, a quote or a UTF-16 range. */
interface Gold {
  readonly doc: string;
  readonly heading?: string;
  readonly quote?: string;
  readonly start?: number;
  readonly end?: number;
}

interface QuestionRow {
  readonly id: string;
  readonly question: string;
  readonly gold?: readonly Gold[];
  readonly traps?: readonly Gold[];
  readonly noise?: readonly Gold[];
  readonly label?: string;
}

/** About 300 tokens: the unit with which the published figures for span-level gold were made. */
const SPAN_UNIT_CHARS = 1_200;

/** Returns the folders below `dataFolder` that hold a question set, or the folder itself when it is one, by name. */
export function findEvalSets(dataFolder: string): string[] {
  if (existsSync(join(dataFolder, "questions.jsonl"))) return [dataFolder];
  return readdirSync(dataFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(dataFolder, entry.name))
    .filter((folder) => existsSync(join(folder, "questions.jsonl")))
    .sort();
}

/** Loads one set: `corpus/**.md`, or the folder that `corpus` in `meta.json` names, and `questions.jsonl`. */
export function loadEvalSet(folder: string): EvalSet {
  const corpusFolder = findCorpus(folder);
  const rows = loadRows(join(folder, "questions.jsonl"));
  const isSpanGold = rows.some((row) => row.gold?.some(namesSpan));
  const maxChars = isSpanGold ? SPAN_UNIT_CHARS : Number.POSITIVE_INFINITY;
  const documents = new Map<string, string>();
  const units: SectionUnit[] = [];
  for (const path of listMarkdown(corpusFolder)) {
    const text = readFileSync(join(corpusFolder, path), "utf8");
    const doc = withoutExtension(path);
    documents.set(doc, text);
    units.push(...splitUnits(doc, text, { firstId: units.length, maxChars }));
  }
  const asked = rows.filter((row) => (row.gold ?? []).length > 0);
  const questions = asked
    .map((row) => ({
      id: row.id,
      question: row.question,
      right: findNamed(row.gold, { units, documents }),
      misleading: {
        traps: findNamed(row.traps, { units, documents }),
        noise: findNamed(row.noise, { units, documents }),
      },
      spans: (row.gold ?? []).flatMap((gold) => spanOf(gold, documents)),
    }))
    .filter((question) => question.right.size > 0);
  return {
    name: basename(folder),
    corpusFolder,
    documents,
    units,
    isSpanGold,
    questions,
    unanswerable: rows
      .filter((row) => (row.gold ?? []).length === 0)
      .map(({ id, question, label }) => ({
        id,
        question,
        label: label?.toLowerCase() ?? "unanswerable",
      })),
    unscored: {
      unanswerable: rows.length - asked.length,
      goldNotFound: asked.length - questions.length,
    },
  };
}

/** Returns the Markdown files below a folder as `/`-joined relative paths, sorted. */
export function listMarkdown(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md"))
    .sort();
}

function loadRows(file: string): QuestionRow[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as QuestionRow);
}

function namesSpan(gold: Gold): boolean {
  return gold.start !== undefined || gold.quote !== undefined;
}

function findCorpus(folder: string): string {
  const own = join(folder, "corpus");
  if (existsSync(own)) return own;
  const meta = JSON.parse(readFileSync(join(folder, "meta.json"), "utf8")) as { corpus?: string };
  if (meta.corpus === undefined) {
    throw new Error(`${folder} holds no corpus folder and its meta.json names none.`);
  }
  return join(folder, meta.corpus);
}

function findNamed(
  golds: readonly Gold[] = [],
  { units, documents }: Pick<EvalSet, "units" | "documents">,
): ReadonlySet<number> {
  const named = new Set<number>();
  for (const gold of golds) {
    const doc = withoutExtension(gold.doc);
    const spans = namesSpan(gold) ? spanOf(gold, documents) : "whole";
    for (const unit of units) {
      if (unit.doc === doc && isRight(unit, gold, spans)) named.add(unit.id);
    }
  }
  return named;
}

/** A range or a quote is met by every unit that overlaps it; a heading by its exact text; a bare document by all. */
function isRight(unit: SectionUnit, gold: Gold, spans: readonly GoldSpan[] | "whole"): boolean {
  if (spans !== "whole") {
    return spans.some((span) => unit.start < span.end && span.start < unit.end);
  }
  return gold.heading === undefined || unit.heading === gold.heading;
}

function spanOf(gold: Gold, documents: ReadonlyMap<string, string>): GoldSpan[] {
  const doc = withoutExtension(gold.doc);
  if (gold.start !== undefined && gold.end !== undefined) {
    return [{ doc, start: gold.start, end: gold.end }];
  }
  const start = gold.quote === undefined ? -1 : (documents.get(doc)?.indexOf(gold.quote) ?? -1);
  return start < 0 ? [] : [{ doc, start, end: start + (gold.quote?.length ?? 0) }];
}

function withoutExtension(path: string): string {
  return path.endsWith(".md") ? path.slice(0, -3) : path;
}
