import { inventWord } from "../speed/invented-words.ts";
import { createZipfSampler } from "../speed/zipf-sampler.ts";

/** One event of a session, before it is put into a line. */
export interface EventText {
  readonly kind: "prompt" | "reply" | "call" | "result";
  readonly text: string;
  /** Joins a call and its result; empty for the others. */
  readonly toolUseId: string;
}

/** Invents sessions. */
export interface EventWriter {
  session(events: number): readonly EventText[];
}

const VOCABULARY = 100_000;
/** In a session's course: one prompt, then replies, calls and results until the next one. */
const CALLS_A_PROMPT = 3;
const LONG_RESULT_SHARE = 0.01;
/** One result in so many holds a token that has to be taken out. */
const RESULTS_A_SECRET = 500;

/** What source code and tools print, with the words that a search for secrets has to look at and leave. */
const LINES = [
  "  const {} = await {}.{}({}, { {}: {} });",
  'import { {} } from "../{}/{}.ts";',
  "src/{}/{}.ts:#:#: error TS#: Property '{}' does not exist on type '{}'.",
  "    if (key === {}.{}) return token.{};",
  "#\t  readonly {}: ReadonlyMap<string, {}>;",
  "-rw-r--r-- 1 {} {} # Nov 3 09:12 {}-{}.json",
  "2025-11-03T09:12:#.#Z INFO {} {} took # ms ({})",
  " * {} the {} of a {}, or undefined when {} has none",
  "  at {} (file:///work/{}/node_modules/{}/index.js:#:#)",
  "+  expect({}({})).toEqual([#, #, '{}']);",
];
const COMMANDS = [
  'rg -n "{}" src/{} | head -#',
  "npx vitest run test/{}/{}.test.ts",
  'git log --oneline -# -- src/{}/{}.ts && sed -n "#,#p" src/{}/{}.ts',
  "node scripts/{}.mjs --{} # --out /tmp/{}.json",
];

/** Returns a writer that draws from `random`: prose by Zipf's law, code by frames filled with the same words. */
export function createEventWriter(random: () => number): EventWriter {
  const words = createZipfSampler({ size: VOCABULARY, exponent: 1.05, shift: 2.7, random });
  const known = new Map<number, string>();
  let [calls, results] = [0, 0];
  const word = (): string => {
    const rank = words.draw();
    const before = known.get(rank);
    if (before !== undefined) return before;
    const made = inventWord(rank);
    known.set(rank, made);
    return made;
  };
  const upTo = (least: number, most: number): number =>
    least + Math.floor(random() * random() * (most - least + 1));
  const prose = (count: number): string =>
    Array.from({ length: count }, (_, place) => word() + (place % 11 === 10 ? "." : "")).join(" ");
  const fill = (frames: readonly string[]): string =>
    (frames[Math.floor(random() * frames.length)] ?? "").replace(/\{\}|#/g, (hole) =>
      hole === "#" ? String(Math.floor(random() * 1_000)) : word(),
    );
  const result = (): string => {
    results += 1;
    const count = random() < LONG_RESULT_SHARE ? upTo(100, 1_500) : upTo(1, 30);
    const lines = Array.from({ length: count }, () => fill(LINES));
    if (results % RESULTS_A_SECRET === 0) lines.push(`export GH_TOKEN=${inventToken(random)}`);
    return lines.join("\n");
  };
  return {
    session(events) {
      const made: EventText[] = [];
      while (made.length < events) {
        made.push({ kind: "prompt", text: prose(upTo(5, 80)), toolUseId: "" });
        for (let call = 0; call < CALLS_A_PROMPT; call++) {
          const toolUseId = `toolu_${String(++calls).padStart(24, "0")}`;
          made.push(
            { kind: "reply", text: prose(upTo(8, 150)), toolUseId: "" },
            { kind: "call", text: fill(COMMANDS), toolUseId },
            { kind: "result", text: result(), toolUseId },
          );
        }
      }
      return made;
    },
  };
}

/** In the form of one issuer's tokens, so that it is known for one. */
function inventToken(random: () => number): string {
  const letters = Array.from({ length: 36 }, () => Math.floor(random() * 36).toString(36));
  return ["gh", "p_", ...letters].join("");
}
