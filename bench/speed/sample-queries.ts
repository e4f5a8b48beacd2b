import { seededRandom } from "../seeded-random.ts";
import { inventWord } from "./invented-words.ts";
import { FUNCTION_WORDS } from "./zipf-corpus.ts";
import { createZipfSampler } from "./zipf-sampler.ts";

/** `question` has common words as people ask; `content` two to four words taken from a real passage. */
export type QueryStyle = "question" | "content";

export interface SampleOptions {
  readonly count: number;
  readonly seed: number;
  /** `english` frames questions in English; `invented` in the frequent words of the generated corpus. */
  readonly frame: "english" | "invented";
}

const FRAMES = [
  "How does the {} work with the {} and what is it for?",
  "What is the {} of a {} when there is no {}?",
  "Why do we need {} in the {} and how can I change it?",
  "Where should the {} be if the {} is not the same as the {}?",
  "Which of the {} are used by the {} and who can see them?",
  "What happens to the {} when the {} has been {}?",
];

/**
 * Returns questions and content queries whose content words stand together in a passage of the corpus, so that every
 * query has an answer. Equal options and passages give equal queries.
 */
export function sampleQueries(
  bodies: readonly string[],
  options: SampleOptions,
): Readonly<Record<QueryStyle, readonly string[]>> {
  const random = seededRandom(options.seed);
  const frequent = createZipfSampler({ size: FUNCTION_WORDS, exponent: 1, shift: 2.7, random });
  const question: string[] = [];
  const content: string[] = [];
  for (let tries = 0; content.length < options.count && tries < options.count * 50; tries++) {
    const body = bodies[Math.floor(random() * bodies.length)] ?? "";
    const words = pickContentWords(body, 2 + Math.floor(random() * 3), random);
    if (words.length < 2) continue;
    content.push(words.join(" "));
    question.push(
      options.frame === "english"
        ? frameInEnglish(words, random)
        : frameInInvented(words, () => inventWord(frequent.draw())),
    );
  }
  return { question, content };
}

/** Picks by occurrence, so that a word of the passage is as likely as it is frequent there: people ask in words they met. */
function pickContentWords(body: string, count: number, random: () => number): string[] {
  const occurrences = (body.toLowerCase().match(/\b\p{L}{5,}\b/gu) ?? []).filter(
    (word) => !FREQUENT_INVENTED.has(word),
  );
  const wanted = Math.min(count, new Set(occurrences).size);
  const picked = new Set<string>();
  while (picked.size < wanted) {
    picked.add(occurrences[Math.floor(random() * occurrences.length)] ?? "");
  }
  return [...picked];
}

function frameInEnglish(words: readonly string[], random: () => number): string {
  const fitting = FRAMES.filter((frame) => frame.split("{}").length - 1 <= words.length);
  const frame = fitting[Math.floor(random() * fitting.length)] ?? "";
  let next = 0;
  return frame.replaceAll("{}", () => words[next++] ?? "");
}

function frameInInvented(words: readonly string[], common: () => string): string {
  const framed = [common(), common()];
  for (const word of words) framed.push(common(), word);
  return `${framed.join(" ")} ${common()}?`;
}

const FREQUENT_INVENTED = new Set(
  Array.from({ length: FUNCTION_WORDS }, (_, rank) => inventWord(rank)),
);
