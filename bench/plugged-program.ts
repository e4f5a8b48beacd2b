import { createHash } from "node:crypto";
import { redactSecrets } from "../src/analysis/secrets/redact.ts";
import { isStopWord } from "../src/analysis/stop-words.ts";
import { termOf } from "../src/analysis/term-of.ts";
import { readRawText } from "../src/analysis/text/read-raw-text.ts";
import { splitWords } from "../src/analysis/wide-words.ts";
import { stageOneScore } from "../src/lexical/contributions.ts";
import {
  FIELDS,
  fieldGain,
  fieldNorm,
  impactOf,
  integerWeight,
  inverseFrequency,
} from "../src/lexical/fields.ts";
import { createIndexKit } from "../src/lexical/index-kit.ts";
import type { IndexDocument } from "../src/model/index-document.ts";
import type { Passage } from "../src/model/passage.ts";
import type { IndexKit } from "../src/ports/passage-index.ts";

// The one place where the benchmark reaches into the program's sources. `shipped-program.ts` opens what is built.

/** The program's index. */
export const INDEX_KIT: IndexKit = createIndexKit();

/** What the program makes of one text at refresh. */
export interface TextPassages {
  readonly passages: readonly Passage[];
  readonly indexDocument: IndexDocument;
}

/** Reads one text as the program does at refresh; `gap` for one that it leaves out, such as a binary file. */
export async function readPassages(path: string, bytes: Uint8Array): Promise<TextPassages | "gap"> {
  const version = createHash("sha256").update(bytes).digest("hex");
  const reading = await readRawText({ source: "files", path, version, bytes });
  return reading.status === "ok" ? reading : "gap";
}

/** A text's terms: those that take a position, in order, and those that lie over others (whole identifiers, CJK characters). */
export interface TextTerms {
  readonly placed: readonly string[];
  readonly overlaid: readonly string[];
}

/** Reads a text's terms by the slower of the program's two readers: the index uses the other one. */
export function readTerms(text: string): TextTerms {
  const words = splitWords(text);
  const placed = words.filter((word) => word.kind === "part");
  const overlaid = words.filter((word) => word.kind !== "part");
  return {
    placed: placed.map((word) => termOf(word.form)),
    overlaid: overlaid.map((word) => termOf(word.form)),
  };
}

/** The distinct terms that a question of plain words is scored by. */
export function readQueryTerms(question: string): string[] {
  const forms = splitWords(question)
    .filter((word) => word.kind === "part")
    .map((word) => word.form);
  const content = forms.filter((form) => !isStopWord(form));
  return [...new Set((content.length > 0 ? content : forms).map(termOf))];
}

/** One term's stage-one impact in a passage from its frequencies and the lengths of the four fields. */
export function stageOneImpact(frequencies: readonly number[], lengths: readonly number[]): number {
  const gains = FIELDS.map((_, field) => {
    const frequency = frequencies[field] ?? 0;
    return frequency === 0 ? 0 : fieldGain(field, frequency, fieldNorm(field, lengths[field] ?? 0));
  });
  return impactOf(gains.reduce((sum, gain) => sum + gain, 0));
}

/** What a term's impacts are multiplied by. */
export function stageOneWeight(passageCount: number, holding: number): number {
  return integerWeight(inverseFrequency(passageCount, holding));
}

/** The score that the index reports for an integer sum. */
/** Takes secrets out of a text, as everything that is kept of a session goes through it. */
export { redactSecrets, stageOneScore };
