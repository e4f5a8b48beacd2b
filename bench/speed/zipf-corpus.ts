import { seededRandom } from "../seeded-random.ts";
import { inventWord } from "./invented-words.ts";
import { createZipfSampler, type ZipfSampler } from "./zipf-sampler.ts";

export interface ZipfCorpusOptions {
  /** Sections over all documents; each is one passage, being short and under its own heading. */
  readonly passages: number;
  readonly seed: number;
}

/** A generated Markdown document. */
export interface GeneratedDocument {
  /** Below the corpus folder, `/`-joined. */
  readonly path: string;
  readonly text: string;
}

const VOCABULARY = 200_000;
/** Ranks below this play the part of function words: headings and topics are drawn from above it. */
export const FUNCTION_WORDS = 60;
const PASSAGES_A_DOCUMENT = 16;
const TOPIC_WORDS = 24;
const TOPIC_SHARE = 0.25;
const ENDINGS = ["s", "ed", "ing"] as const;

/**
 * Generates Markdown whose words follow Zipf's law (exponent 1.05, shift 2.7) with a topic for each document, so that
 * words cluster as in prose. Equal options give equal bytes on every machine. About 600 bytes a passage.
 */
export function* generateZipfCorpus(options: ZipfCorpusOptions): Generator<GeneratedDocument> {
  const random = seededRandom(options.seed);
  const words = createZipfSampler({ size: VOCABULARY, exponent: 1.05, shift: 2.7, random });
  for (let made = 0, number = 0; made < options.passages; number++) {
    const count = Math.min(PASSAGES_A_DOCUMENT, options.passages - made);
    yield {
      path: `part-${String(Math.floor(number / 500)).padStart(3, "0")}/page-${String(number).padStart(6, "0")}.md`,
      text: writeDocument(count, words, random),
    };
    made += count;
  }
}

/** Returns a word above the function words, as headings and topics use. */
export function drawContentRank(words: ZipfSampler): number {
  for (;;) {
    const rank = words.draw();
    if (rank >= FUNCTION_WORDS) return rank;
  }
}

function writeDocument(passages: number, words: ZipfSampler, random: () => number): string {
  const topic = Array.from({ length: TOPIC_WORDS }, () => drawContentRank(words));
  const pick = (): number => topic[Math.floor(random() * topic.length)] ?? 0;
  const lines: string[] = [];
  for (let passage = 0; passage < passages; passage++) {
    const level = passage === 0 ? "#" : "##";
    const heading = Array.from({ length: 2 + Math.floor(random() * 3) }, () => inventWord(pick()));
    lines.push(`${level} ${heading.join(" ")}`, "", writeBody({ words, random, pick }), "");
  }
  return lines.join("\n");
}

interface WordSources {
  readonly words: ZipfSampler;
  readonly random: () => number;
  /** A rank from the document's topic. */
  readonly pick: () => number;
}

/** 40 to 160 words in sentences of 8 to 20, a paragraph every four sentences. */
function writeBody({ words, random, pick }: WordSources): string {
  const sentences: string[] = [];
  for (let left = 40 + Math.floor(random() * 121); left > 0; ) {
    const length = Math.min(left, 8 + Math.floor(random() * 13));
    const sentence = Array.from({ length }, () =>
      inflect(random() < TOPIC_SHARE ? pick() : words.draw(), random),
    ).join(" ");
    const gap = sentences.length % 4 === 3 ? "\n\n" : " ";
    sentences.push(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${gap}`);
    left -= length;
  }
  return sentences.join("").trimEnd();
}

/** One content word in ten carries an English ending, so that stemmers have their work. */
function inflect(rank: number, random: () => number): string {
  const word = inventWord(rank);
  if (rank < FUNCTION_WORDS || random() >= 0.1) return word;
  return word + (ENDINGS[Math.floor(random() * ENDINGS.length)] ?? "");
}
