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
  /** About so many events, each prompt with what follows from it. */
  whole(events: number): readonly EventText[];
  /** So many prompts. */
  short(events: number): readonly EventText[];
}

const VOCABULARY = 100_000;
/** In a session's course: one prompt, then replies, calls and results until the next one. */
const CALLS_A_PROMPT = 3;
/** A whole file that was read, or a long log: up to what agents cut at. */
const LONG_RESULT_SHARE = 0.03;
/** One result in so many holds a token that has to be taken out. */
const RESULTS_A_SECRET = 500;

/** What source code and tools print, with the words that a search for secrets has to look at and leave. */
const LINES = [
  "  const {} = await {}.{}({}, { {}: {} });",
  'import { {} } from "../@";',
  "src/@:#:#: error TS#: Property '{}' does not exist on type '{}'.",
  "    if (key === {}.{}) return token.{};",
  "#\t  readonly {}: ReadonlyMap<string, {}>;",
  "-rw-r--r-- 1 dev dev # Nov 3 09:12 @",
  "2025-11-03T09:12:#.#Z INFO {} took # ms (%)",
  " * % the % of a %, or undefined when % has none",
  "  at {} (file:///work/src/@:#:#)",
  "+  expect({}({})).toEqual([#, #, '%']);",
];
const COMMANDS = [
  'rg -n "{}" src | head -#',
  "npx vitest run test/@",
  'git log --oneline -# -- src/@ && sed -n "#,#p" src/@',
  "node scripts/build.mjs --% # --out /tmp/%.json",
];
/** One code base has so many names and files, and some of them are everywhere. */
const NAMES = 20_000;
const PATHS = 3_000;

/** Returns a writer that draws from `random`: prose by Zipf's law, code by frames filled with the names and paths of one code base. */
export function createEventWriter(random: () => number): EventWriter {
  const words = createZipfSampler({ size: VOCABULARY, exponent: 1.05, shift: 2.7, random });
  const names = createZipfSampler({ size: NAMES, exponent: 1, shift: 5, random });
  const paths = createZipfSampler({ size: PATHS, exponent: 0.8, shift: 5, random });
  const known = new Map<number, string>();
  let [calls, results] = [0, 0];
  const wordOf = (rank: number): string => {
    const before = known.get(rank);
    if (before !== undefined) return before;
    const made = inventWord(rank);
    known.set(rank, made);
    return made;
  };
  const word = (): string => wordOf(words.draw());
  const holes: Readonly<Record<string, () => string>> = {
    "#": () => String(Math.floor(random() * 1_000)),
    "%": word,
    "{}": () => nameOf(names.draw(), wordOf),
    "@": () => pathOf(paths.draw(), wordOf),
  };
  const upTo = (least: number, most: number): number =>
    least + Math.floor(random() * random() * (most - least + 1));
  const prose = (count: number): string =>
    Array.from({ length: count }, (_, place) => word() + (place % 11 === 10 ? "." : "")).join(" ");
  const fill = (frames: readonly string[]): string =>
    (frames[Math.floor(random() * frames.length)] ?? "").replace(
      /\{\}|[#%@]/g,
      (hole) => holes[hole]?.() ?? "",
    );
  const result = (): string => {
    results += 1;
    const count = random() < LONG_RESULT_SHARE ? upTo(100, 700) : upTo(1, 120);
    const lines = Array.from({ length: count }, () => fill(LINES));
    if (results % RESULTS_A_SECRET === 0) lines.push(`export GH_TOKEN=${inventToken(random)}`);
    return lines.join("\n");
  };
  return {
    short: (events) =>
      Array.from({ length: events }, () => ({
        kind: "prompt",
        text: prose(upTo(5, 80)),
        toolUseId: "",
      })),
    whole(events) {
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

/** `kodaxMelix`, or one word. */
function nameOf(rank: number, wordOf: (rank: number) => string): string {
  const first = wordOf(rank % 4_001);
  const second = wordOf((rank * 7) % 1_999);
  if (rank % 3 === 0) return first;
  return `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}`;
}

function pathOf(rank: number, wordOf: (rank: number) => string): string {
  return `${wordOf(rank % 41)}/${wordOf(rank % 211)}-${wordOf(rank)}.ts`;
}
